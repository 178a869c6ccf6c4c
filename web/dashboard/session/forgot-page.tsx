import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createApi } from '../shared/api.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { useForm } from '../shared/use-form.ts';
import { SessionFrame } from './frame.tsx';

const api = createApi('test');

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    send: (values) => api.post('/dashboard/api/password/forgot', values, { waitForSignIn: false }),
    onDone: (_, { email }) => setSentTo(email),
  });
  return (
    <SessionFrame title="Reset your password" foot={<TextLink to="/sign-in">Back to sign in</TextLink>}>
      {sentTo === null ? (
        <Form form={form}>
          <Text size="sm" c="dimmed">
            We will e-mail you a link to choose a new password. It expires after one hour.
          </Text>
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
          <SubmitButton form={form} fullWidth>
            Send link
          </SubmitButton>
        </Form>
      ) : (
        <Text role="status">
          If <strong>{sentTo}</strong> has an account, we have sent a link to it. Check your inbox and your
          spam folder.
        </Text>
      )}
    </SessionFrame>
  );
}
