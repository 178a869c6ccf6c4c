import { useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { facts } from '../shared/facts.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { Field, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame, PageLink } from './frame.tsx';

const api = createApi('test');

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    send: (values) => api.post('/dashboard/api/password/forgot', { body: values, waitForSignIn: false }),
    onDone: (_, { email }) => setSentTo(email),
  });
  const foot = <PageLink to="/sign-in">Back to sign in</PageLink>;
  if (!facts.sends_mail)
    return (
      <Frame title="Reset your password" foot={foot}>
        <p>This service cannot send e-mail.</p>
        <p>Ask its operator for a link to choose a new password.</p>
      </Frame>
    );
  return (
    <Frame title="Reset your password" foot={foot}>
      {sentTo === null ? (
        <PlainForm form={form}>
          <p className="muted">
            We will e-mail you a link to choose a new password. It expires after one hour.
          </p>
          <Field label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
          <PlainSubmit form={form}>Send link</PlainSubmit>
        </PlainForm>
      ) : (
        <p role="status">
          If <strong>{sentTo}</strong> has an account, we have sent a link to it. Check your inbox and your
          spam folder.
        </p>
      )}
    </Frame>
  );
}
