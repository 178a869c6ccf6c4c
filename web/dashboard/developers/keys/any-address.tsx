import { Button, Divider, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../session/session.ts';
import { useApi } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import { doneOrAsked } from '../../shared/done-or-asked.ts';
import { MoneyConfirmation, noConfirmation } from '../../shared/fields/confirmation-fields.tsx';
import { Form, Problem, SubmitButton } from '../../shared/fields/form.tsx';
import { useForm } from '../../shared/fields/use-form.ts';
import { notifyDone } from '../../shared/notify.ts';
import { useAction } from '../../shared/use-action.ts';
import { keysPath } from './keys.ts';

/** Whether a live key may say where refunds and unapplied money go. */
export function AnyAddress({ apiKey }: { apiKey: Key }) {
  const canAllow = useCan('settings.write');
  if (apiKey.kind !== 'secret' || apiKey.environment === 'test') return null;
  return (
    <Stack gap="xs" mt="md" component="section" aria-label="Addresses">
      <Divider label="Addresses" />
      <Text size="sm">
        {apiKey.any_address
          ? 'This key can send refunds and unapplied money to any address.'
          : 'This key sends refunds and unapplied money only to payers, and to addresses that customers gave on the claim page. With refunds.any_address, whoever has the key can send them anywhere.'}
      </Text>
      {apiKey.any_address ? <Withdraw apiKey={apiKey} /> : canAllow && <Allow apiKey={apiKey} />}
    </Stack>
  );
}

function Allow({ apiKey }: { apiKey: Key }) {
  const api = useApi();
  const refresh = useRefresh();
  const [asking, ask] = useDisclosure();
  const form = useForm({
    initial: noConfirmation,
    send: (body) =>
      api.post('/dashboard/api/keys/{key_id}/any_address', { path: { key_id: apiKey.key_id }, body }),
    onDone(outcome) {
      notifyDone(doneOrAsked(outcome, 'The key can name any address.'));
      void refresh(keysPath);
    },
  });
  if (!asking)
    return (
      <Button variant="default" onClick={ask.open}>
        Allow any address
      </Button>
    );
  return (
    <Form form={form}>
      <MoneyConfirmation form={form} />
      <SubmitButton form={form} color="red">
        Allow any address
      </SubmitButton>
    </Form>
  );
}

function Withdraw({ apiKey }: { apiKey: Key }) {
  const api = useApi();
  const refresh = useRefresh();
  const { run, pending, error } = useAction(async (_: null) => {
    await api.delete('/dashboard/api/keys/{key_id}/any_address', { path: { key_id: apiKey.key_id } });
    await refresh(keysPath);
    notifyDone('The key can no longer name addresses.');
  });
  return (
    <>
      <Button variant="default" loading={pending} onClick={() => void run(null)}>
        Take this right back
      </Button>
      {error && <Problem error={error} />}
    </>
  );
}
