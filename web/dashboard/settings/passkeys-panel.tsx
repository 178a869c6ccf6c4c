import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { Passkey } from '../shared/api/types.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Panel } from '../shared/panel.tsx';
import { canUsePasskeys, createPasskey } from '../shared/passkeys.ts';
import { Load } from '../shared/states.tsx';
import { When } from '../shared/values.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const passkeysPath = '/dashboard/api/passkeys';

const columns: Column<Passkey>[] = [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Added', render: ({ created_at }) => <When at={created_at} /> },
  {
    header: 'Last used',
    render: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : 'Never'),
  },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    render: (passkey) => <RemoveButton passkey={passkey} />,
  },
];

/** The member's passkeys. */
export function PasskeysPanel() {
  const query = useResource(passkeysPath, {});
  return (
    <Panel
      title="Passkeys"
      description="Sign in and confirm changes with your fingerprint, face or PIN instead of a password and a code."
      actions={canUsePasskeys() && <AddButton />}
    >
      <Load query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Text size="sm" c="dimmed">
              {canUsePasskeys()
                ? 'You have none yet.'
                : 'This browser has no passkeys here. They need a current browser, HTTPS and a host name.'}
            </Text>
          ) : (
            <DataTable
              label="Passkeys table"
              stacked
              columns={columns}
              rows={passkeys}
              rowKey={({ passkey_id }) => passkey_id}
            />
          )
        }
      </Load>
    </Panel>
  );
}

function useChanged(): () => void {
  const refresh = useRefresh();
  const client = useQueryClient();
  return () => {
    void refresh(passkeysPath);
    void client.invalidateQueries({ queryKey: ['session'] });
  };
}

function AddButton() {
  const [opened, { open, close }] = useDisclosure(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const changed = useChanged();
  // Only now: the form's fields follow from how many passkeys there are.
  const finish = () => {
    setCodes(null);
    close();
    changed();
  };
  const added = (recoveryCodes: string[]) => {
    notifyDone('Passkey added.');
    if (recoveryCodes.length === 0) finish();
    else setCodes(recoveryCodes);
  };
  const mustSave = codes !== null;
  return (
    <>
      <Button size="xs" onClick={open}>
        Add a passkey
      </Button>
      <Modal
        opened={opened}
        onClose={mustSave ? finish : close}
        title={mustSave ? 'Save your recovery codes' : 'Add a passkey'}
        closeOnClickOutside={!mustSave}
        closeOnEscape={!mustSave}
        withCloseButton={!mustSave}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {codes ? <RecoveryCodes codes={codes} onDone={finish} /> : <AddForm onDone={added} />}
      </Modal>
    </>
  );
}

function AddForm({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const api = useApi();
  const form = useForm({
    initial: { name: '', ...noConfirmation },
    async send({ name, ...confirmation }) {
      const options = await api.post('/dashboard/api/passkeys/begin', { body: confirmation });
      const credential = await createPasskey(options);
      return api.post(passkeysPath, { body: { name, credential } });
    },
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <Form form={form}>
      <TextInput
        label="Name"
        description="To tell it from your others: the device, or where the key is."
        required
        data-autofocus
        {...form.text('name')}
      />
      <ConfirmationFields form={form} tells="You and all owners get an e-mail." />
      <Group justify="flex-end">
        <SubmitButton form={form}>Add passkey</SubmitButton>
      </Group>
    </Form>
  );
}

function RemoveButton({ passkey }: { passkey: Passkey }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={open}
        aria-label={`Remove ${passkey.name}`}
      >
        Remove
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Remove ${passkey.name}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RemoveForm passkey={passkey} onDone={close} />
      </Modal>
    </>
  );
}

function RemoveForm({ passkey, onDone }: { passkey: Passkey; onDone(): void }) {
  const api = useApi();
  const changed = useChanged();
  const form = useForm({
    initial: noConfirmation,
    send: (body) =>
      api.post('/dashboard/api/passkeys/{passkey_id}/remove', {
        path: { passkey_id: passkey.passkey_id },
        body,
      }),
    onDone() {
      notifyDone('Passkey removed.');
      onDone();
      changed();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">You can no longer sign in or confirm changes with it.</Text>
      <ConfirmationFields form={form} tells="You and all owners get an e-mail." />
      <Group justify="flex-end">
        <SubmitButton form={form} color="red">
          Remove passkey
        </SubmitButton>
      </Group>
    </Form>
  );
}
