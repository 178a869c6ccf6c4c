import { PasswordInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createApi } from '../shared/api.ts';
import { facts } from '../shared/facts.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { TextLink } from '../shared/text-link.tsx';
import type { Session } from '../shared/types.ts';
import { useForm } from '../shared/use-form.ts';
import { SessionFrame } from './frame.tsx';
import { keepSession } from './session.ts';

const api = createApi('test');

export function SignUpPage() {
  const foot = (
    <>
      Already have an account?{' '}
      <TextLink to="/sign-in" underline="always">
        Sign in
      </TextLink>
    </>
  );
  return (
    <SessionFrame title="Create an account" foot={foot}>
      {facts.sign_up_open ? (
        <SignUpForm />
      ) : (
        <p>
          Sign-up is closed. Ask an owner of the account or the operator of this service for an invitation.
        </p>
      )}
    </SessionFrame>
  );
}

function SignUpForm() {
  const navigate = useNavigate();
  const form = useForm({
    initial: { merchant_name: '', email: '', password: '' },
    send: (values, idempotencyKey) =>
      api.post<Session>('/dashboard/api/sign_up', values, { idempotencyKey, waitForSignIn: false }),
    onDone(session) {
      keepSession(session);
      void navigate({ to: '/', replace: true });
    },
  });
  return (
    <Form form={form}>
      <TextInput
        label="Business name"
        description="Shown to customers at checkout."
        autoComplete="organization"
        required
        {...form.text('merchant_name')}
      />
      <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
      <PasswordInput
        label="Password"
        description="At least 10 characters."
        autoComplete="new-password"
        required
        {...form.text('password')}
      />
      <SubmitButton form={form} fullWidth>
        Create account
      </SubmitButton>
    </Form>
  );
}
