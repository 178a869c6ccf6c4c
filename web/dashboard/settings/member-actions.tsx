import { Button, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Member } from '../shared/api/types.ts';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { membersPath, roleOptions } from './members.ts';

export function MemberActions({ member }: { member: Member }) {
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
      <Modal
        opened={removing}
        onClose={remove.close}
        title={`${verb}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RemoveForm member={member} verb={verb} onDone={remove.close} />
      </Modal>
    </Group>
  );
}

function RoleForm({ member, onDone }: { member: Member; onDone(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { role: member.role, ...noConfirmation },
    send: (body) =>
      api.patch('/dashboard/api/members/{member_id}', { path: { member_id: member.member_id }, body }),
    onDone(outcome) {
      void refresh(membersPath);
      notifyDone(doneOrAsked(outcome, `Role of ${member.email} changed.`));
      onDone();
    },
  });
  return (
    <Form form={form}>
      <NativeSelect label="Role" data={roleOptions} data-autofocus {...form.text('role')} />
      <ConfirmationFields form={form} />
      <Group justify="flex-end">
        <SubmitButton form={form}>Change role</SubmitButton>
      </Group>
    </Form>
  );
}

function RemoveForm({ member, verb, onDone }: { member: Member; verb: string; onDone(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const invited = member.status === 'invited';
  const form = useForm({
    initial: noConfirmation,
    send: (body) =>
      api.post('/dashboard/api/members/{member_id}/remove', { path: { member_id: member.member_id }, body }),
    onDone() {
      void refresh(membersPath);
      notifyDone(invited ? 'Invitation revoked.' : `${member.email} removed.`);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        {invited
          ? `The link sent to ${member.email} stops working.`
          : `${member.email} is signed out everywhere and can no longer sign in. Their changes stay in the audit log.`}
        {!invited &&
          ' An owner can undo this for 24 hours, by a link in their e-mail; so can whoever may approve while approvals are on.'}
      </Text>
      <ConfirmationFields form={form} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <SubmitButton form={form} color="red">
          {verb}
        </SubmitButton>
      </Group>
    </Form>
  );
}
