import { Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Role } from '../shared/api/types.ts';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
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

/** The link is only in the mail: whoever stole a session must not get it. */
function InviteForm({ onDone }: { onDone(): void }) {
  const { sends_mail, is_operator } = useSession();
  const api = useApi();
  const refresh = useRefresh();
  const initial: { email: string; role: Role } = { email: '', role: 'viewer' };
  const form = useForm({
    initial: { ...initial, ...noConfirmation },
    send: ({ email, ...values }, idempotencyKey) =>
      api.post(membersPath, { body: { ...values, email: email.trim() }, idempotencyKey }),
    onDone(outcome, { email }) {
      void refresh(membersPath);
      const done = sends_mail
        ? `Invitation sent to ${email}. It expires in 7 days.`
        : `Invitation for ${email} created. The operator can print its link.`;
      notifyDone(doneOrAsked(outcome, done));
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
      <ConfirmationFields form={form} />
      {!sends_mail && (
        <Text size="sm">
          No mail server is set, so no e-mail is sent.{' '}
          {is_operator ? (
            <>
              Print the link with <span className="mono">causeway members create</span>.
            </>
          ) : (
            'Ask the operator of this service for the link.'
          )}
        </Text>
      )}
      <Group justify="flex-end">
        <SubmitButton form={form}>{sends_mail ? 'Send invitation' : 'Create invitation'}</SubmitButton>
      </Group>
    </Form>
  );
}
