import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Member } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { membersPath, roleOptions } from './members.ts';

export function MemberActions({ member }: { member: Member }) {
  const api = useApi();
  const refresh = useRefresh();
  const [changing, change] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const invited = member.status === 'invited';
  const verb = invited ? 'Revoke invitation' : 'Remove member';
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={change.open}
        aria-label={`Change role of ${member.email}`}
      >
        Change role
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={remove.open}
        aria-label={`${invited ? 'Revoke invitation of' : 'Remove'} ${member.email}`}
      >
        {invited ? 'Revoke' : 'Remove'}
      </Button>
      <Modal
        opened={changing}
        onClose={change.close}
        title={`Change role of ${member.email}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RoleForm member={member} onDone={change.close} />
      </Modal>
      <ConfirmDialog
        opened={removing}
        onClose={remove.close}
        title={`${verb}?`}
        confirm={verb}
        onConfirm={async () => {
          await api.delete('/dashboard/api/members/{member_id}', { path: { member_id: member.member_id } });
          await refresh(membersPath);
          notifyDone(invited ? 'Invitation revoked.' : `${member.email} removed.`);
        }}
      >
        {invited
          ? `The link sent to ${member.email} stops working.`
          : `${member.email} is signed out everywhere and can no longer sign in. Their changes stay in the audit log.`}
      </ConfirmDialog>
    </Group>
  );
}

function RoleForm({ member, onDone }: { member: Member; onDone(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { role: member.role as string },
    send: (values) =>
      api.patch('/dashboard/api/members/{member_id}', {
        path: { member_id: member.member_id },
        form: values,
      }),
    onDone() {
      void refresh(membersPath);
      notifyDone(`Role of ${member.email} changed.`);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <NativeSelect label="Role" data={roleOptions} data-autofocus {...form.text('role')} />
      <Group justify="flex-end">
        <SubmitButton form={form}>Change role</SubmitButton>
      </Group>
    </Form>
  );
}
