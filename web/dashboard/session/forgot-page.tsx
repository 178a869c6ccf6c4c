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
            We send a link that lets you choose a new password. It works for an hour.
          </Text>
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
          <SubmitButton form={form} fullWidth>
            Send the link
          </SubmitButton>
        </Form>
      ) : (
        <Text role="status">
          If there is an account for <strong>{sentTo}</strong>, a mail with a link is on its way. Look in your
          inbox, and among spam.
        </Text>
      )}
    </SessionFrame>
  );
}
