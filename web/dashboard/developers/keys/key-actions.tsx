import { Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { forgetTestKey, keptTestKey } from '../../../shared/test-key.ts';
import { useApi } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import {
  ConfirmationFields,
  noConfirmation,
  useIsConfirmed,
} from '../../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../../shared/fields/form.tsx';
import { useForm } from '../../shared/fields/use-form.ts';
import { notifyDone } from '../../shared/notify.ts';
import { readAddresses, writeAddresses } from '../webhooks/addresses.ts';
import { AnyAddress } from './any-address.tsx';
import { KeyFields } from './key-fields.tsx';
import { keyName, keyPreview, keysPath } from './keys.ts';

export function KeyActions({ apiKey }: { apiKey: Key }) {
  const [editing, edit] = useDisclosure();
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button variant="default" size="compact-xs" onClick={edit.open} aria-label={`Edit ${keyName(apiKey)}`}>
        Edit
      </Button>
      <RevokeButton apiKey={apiKey} />
      <Modal
        opened={editing}
        onClose={edit.close}
        title="Edit key"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <EditKeyForm apiKey={apiKey} onDone={edit.close} />
        <AnyAddress apiKey={apiKey} />
      </Modal>
    </Group>
  );
}

function EditKeyForm({ apiKey, onDone }: { apiKey: Key; onDone(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const isLive = useIsConfirmed();
  const before = writeAddresses(apiKey.allowed_ips);
  const form = useForm({
    initial: { name: apiKey.name ?? '', allowed_ips: before, strict: apiKey.strict, ...noConfirmation },
    send: ({ name, allowed_ips, strict, ...confirmation }) =>
      api.patch('/dashboard/api/keys/{key_id}', {
        path: { key_id: apiKey.key_id },
        body:
          allowed_ips === before
            ? { name, strict }
            : { name, strict, allowed_ips: readAddresses(allowed_ips), ...confirmation },
      }),
    onDone() {
      onDone();
      notifyDone('Key saved.');
      void refresh(keysPath);
    },
  });
  return (
    <Form form={form}>
      <KeyFields form={form} />
      {isLive && form.values.allowed_ips !== before && <ConfirmationFields form={form} />}
      <Group justify="flex-end">
        <SubmitButton form={form}>Save</SubmitButton>
      </Group>
    </Form>
  );
}

function RevokeButton({ apiKey }: { apiKey: Key }) {
  const [opened, { open, close }] = useDisclosure();
  const api = useApi();
  const refresh = useRefresh();
  const revoke = async (idempotencyKey: string) => {
    await api.post('/dashboard/api/keys/{key_id}/revoke', {
      path: { key_id: apiKey.key_id },
      idempotencyKey,
    });
    if (keptTestKey()?.key.endsWith(apiKey.hint)) forgetTestKey();
    notifyDone(`${keyName(apiKey)} revoked.`);
    void refresh(keysPath);
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        onClick={open}
        aria-label={`Revoke ${keyName(apiKey)}`}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Revoke ${keyName(apiKey)}?`}
        confirm="Revoke"
        onConfirm={revoke}
      >
        Requests with <span className="mono">{keyPreview(apiKey)}</span> stop working within a second. Replace
        the key wherever you use it first. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
