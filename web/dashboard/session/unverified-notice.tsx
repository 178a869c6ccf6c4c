import { Alert, Button, Stack, Text } from '@mantine/core';
import { createApi } from '../shared/api/api.ts';
import { Problem } from '../shared/fields/form.tsx';
import { notifyDone } from '../shared/notify.ts';
import { useAction } from '../shared/use-action.ts';
import { useSession } from './session.ts';

const api = createApi('test');

/** On every page until the owner of a new account has opened the link that was mailed at sign-up. */
export function UnverifiedNotice() {
  const { email } = useSession().member;
  const { run, pending, error } = useAction(async (_: null) => {
    await api.post('/dashboard/api/email/send_link', {});
    notifyDone(`We have sent a new link to ${email}.`);
  });
  return (
    <Alert mb="lg" title="Confirm your e-mail address">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          We have sent a link to <strong>{email}</strong>. Until you open it, invoices and receipts can be
          e-mailed only to yourself, and you cannot invite members.
        </Text>
        {error && <Problem error={error} />}
        <Button size="xs" variant="default" loading={pending} onClick={() => void run(null)}>
          Send a new link
        </Button>
      </Stack>
    </Alert>
  );
}
