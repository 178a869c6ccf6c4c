import { Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useApi } from '../shared/environment.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { notifyDone } from '../shared/notify.ts';
import { useRefresh } from '../shared/queries.ts';
import { useForm } from '../shared/use-form.ts';
import { membersPath, roleOptions } from './members.ts';

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Invite member"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <InviteForm onDone={onClose} />
    </Modal>
  );
}

function InviteForm({ onDone }: { onDone(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { email: '', role: 'viewer' },
    send: (values, idempotencyKey) => api.post(membersPath, values, { idempotencyKey }),
    onDone(_, { email }) {
      void refresh(membersPath);
      notifyDone(`Invitation sent to ${email}. It expires in 7 days.`);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        data-autofocus
        required
        {...form.text('email')}
      />
      <NativeSelect label="Role" data={roleOptions} {...form.text('role')} />
      <Group justify="flex-end">
        <SubmitButton form={form}>Send invitation</SubmitButton>
      </Group>
    </Form>
  );
}
