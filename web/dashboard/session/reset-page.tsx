import { Button, PasswordInput, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createApi } from '../shared/api.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { useSearchValues } from '../shared/search.ts';
import { TextLink } from '../shared/text-link.tsx';
import { useForm } from '../shared/use-form.ts';
import { SessionFrame } from './frame.tsx';

const api = createApi('test');

/** The target of the link in a password reset e-mail. */
export function ResetPage() {
  const { values } = useSearchValues();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { new_password: '' },
    send: ({ new_password }) =>
      api.post(
        '/dashboard/api/password/reset',
        { token: values['token'] ?? '', new_password },
        { waitForSignIn: false },
      ),
    onDone: () => setDone(true),
  });
  return (
    <SessionFrame title="Choose a new password" foot={<TextLink to="/forgot">Request a new link</TextLink>}>
      {done ? (
        <>
          <Text role="status">Your password has been changed, and you have been signed out everywhere.</Text>
          <Button component={Link} to="/sign-in" fullWidth>
            Sign in
          </Button>
        </>
      ) : (
        <Form form={form}>
          <PasswordInput
            label="New password"
            description="At least 10 characters."
            autoComplete="new-password"
            required
            {...form.text('new_password')}
          />
          <SubmitButton form={form} fullWidth>
            Change password
          </SubmitButton>
        </Form>
      )}
    </SessionFrame>
  );
}
