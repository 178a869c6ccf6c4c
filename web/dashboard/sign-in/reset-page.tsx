import { useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { searchValue, signInUrl } from './addresses.ts';
import { LinkButton, NewPasswordField, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame, PageLink } from './frame.tsx';

const api = createApi('test');

/** The target of the link in a password reset e-mail. */
export function ResetPage() {
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { new_password: '' },
    send: ({ new_password }) =>
      api.post('/dashboard/api/password/reset', {
        body: { token: searchValue('token') ?? '', new_password },
        waitForSignIn: false,
      }),
    onDone: () => setDone(true),
  });
  return (
    <Frame title="Choose a new password" foot={<PageLink to="/forgot">Request a new link</PageLink>}>
      {done ? (
        <>
          <p role="status">Your password has been changed, and you have been signed out everywhere.</p>
          <LinkButton href={signInUrl()}>Sign in</LinkButton>
        </>
      ) : (
        <PlainForm form={form}>
          <NewPasswordField label="New password" {...form.text('new_password')} />
          <PlainSubmit form={form}>Change password</PlainSubmit>
        </PlainForm>
      )}
    </Frame>
  );
}
