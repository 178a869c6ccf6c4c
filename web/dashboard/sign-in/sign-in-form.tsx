import { type ReactNode, useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { ApiError } from '../shared/api/api-error.ts';
import type { Session } from '../shared/api/types.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { canUsePasskeys, signInWithPasskey } from '../shared/passkeys.ts';
import { useAction } from '../shared/use-action.ts';
import { Field, PasswordField, PlainButton, PlainForm, PlainProblem, PlainSubmit } from './fields.tsx';

const api = createApi('test');

interface Credentials {
  email: string;
  password: string;
  code: string;
}

/** Null if the password is correct and a two-factor code is needed. */
async function signIn({ email, password, code }: Credentials): Promise<Session | null> {
  const body = code === '' ? { email, password } : { email, password, code };
  try {
    return await api.post('/dashboard/api/sign_in', { body, waitForSignIn: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return null;
    throw error;
  }
}

interface SignInFormProps {
  /** Set if a known member has to sign in again. */
  email?: string;
  onSignedIn(session: Session): void;
  children?: ReactNode;
}

export function SignInForm({ email, onSignedIn, children }: SignInFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    initial: { email: email ?? '', password: '', code: '' },
    send: signIn,
    onDone: (session) => (session ? onSignedIn(session) : setNeedsCode(true)),
  });
  const passkey = useAction(() => signInWithPasskey(api));
  const enterWithPasskey = async () => {
    const session = await passkey.run(null);
    if (session) onSignedIn(session);
  };
  return (
    <PlainForm form={form}>
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        readOnly={email !== undefined}
        required
        {...form.text('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus={email === undefined ? undefined : true}
        required
        {...form.text('password')}
      />
      {needsCode && (
        <Field
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
          {...form.text('code')}
        />
      )}
      {children}
      <PlainSubmit form={form}>Sign in</PlainSubmit>
      {canUsePasskeys() && (
        <>
          {passkey.error && <PlainProblem error={passkey.error} />}
          <PlainButton onClick={() => void enterWithPasskey()} busy={passkey.pending}>
            Sign in with a passkey
          </PlainButton>
        </>
      )}
    </PlainForm>
  );
}
