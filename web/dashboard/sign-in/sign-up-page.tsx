import { keepTestKey } from '../../shared/test-key.ts';
import { createApi } from '../shared/api/api.ts';
import { facts } from '../shared/facts.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { enterDashboard } from './addresses.ts';
import { Field, NewPasswordField, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame, PageLink } from './frame.tsx';

const api = createApi('test');

export function SignUpPage() {
  const foot = (
    <>
      Already have an account? <PageLink to="/sign-in">Sign in</PageLink>
    </>
  );
  return (
    <Frame title="Create an account" foot={foot}>
      {facts.sign_up_open ? (
        <SignUpForm />
      ) : (
        <p>
          Sign-up is closed. Ask an owner of the account or the operator of this service for an invitation.
        </p>
      )}
    </Frame>
  );
}

function SignUpForm() {
  const form = useForm({
    initial: { merchant_name: '', email: '', password: '' },
    send: (values, idempotencyKey) =>
      api.post('/dashboard/api/sign_up', { body: values, idempotencyKey, waitForSignIn: false }),
    onDone({ merchant, test_key }) {
      keepTestKey({ merchant_id: merchant.merchant_id, key: test_key });
      enterDashboard();
    },
  });
  return (
    <PlainForm form={form}>
      <Field
        label="Business name"
        description="Shown to customers at checkout."
        autoComplete="organization"
        required
        {...form.text('merchant_name')}
      />
      <Field label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
      <NewPasswordField label="Password" {...form.text('password')} />
      <PlainSubmit form={form}>Create account</PlainSubmit>
    </PlainForm>
  );
}
