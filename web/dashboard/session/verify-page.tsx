import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createApi } from '../shared/api.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { queryClient } from '../shared/query-client.ts';
import { useSearchValues } from '../shared/search.ts';
import { TextLink } from '../shared/text-link.tsx';
import { useForm } from '../shared/use-form.ts';
import { SessionFrame } from './frame.tsx';

const api = createApi('test');

/** The target of the link that is mailed at sign-up. It takes a click, because mail filters open links by themselves. */
export function VerifyPage() {
  const { values } = useSearchValues();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: {},
    send: () =>
      api.post('/dashboard/api/email/verify', { token: values['token'] ?? '' }, { waitForSignIn: false }),
    onDone: () => {
      queryClient.clear();
      setDone(true);
    },
  });
  return (
    <SessionFrame
      title="Confirm your e-mail address"
      foot={!done && <TextLink to="/">Sign in to request a new link</TextLink>}
    >
      {done ? (
        <>
          <Text role="status">
            Your e-mail address is confirmed. You can now send invoices and invitations.
          </Text>
          <Button component={Link} to="/" fullWidth>
            Go to the dashboard
          </Button>
        </>
      ) : (
        <Form form={form}>
          <Text size="sm">Confirm that the address we have written to is yours.</Text>
          <SubmitButton form={form} fullWidth>
            Confirm e-mail address
          </SubmitButton>
        </Form>
      )}
    </SessionFrame>
  );
}
