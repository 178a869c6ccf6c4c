import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Id } from '../shared/values.tsx';
import { membersPath, roleOptions } from './members.ts';

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [toPassOn, setToPassOn] = useState<{ email: string; link: string } | null>(null);
  const close = () => {
    setToPassOn(null);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Invite member" closeButtonProps={{ 'aria-label': 'Close' }}>
      {toPassOn ? (
        <PassOn {...toPassOn} onDone={close} />
      ) : (
        <InviteForm onMailed={close} onLink={(email, link) => setToPassOn({ email, link })} />
      )}
    </Modal>
  );
}

/** The link is shown once: only its hash is stored. */
function PassOn({ email, link, onDone }: { email: string; link: string; onDone(): void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        No mail server is set, so no e-mail was sent. Give this link to <strong>{email}</strong>. It works
        once, for 7 days, and is not shown again.
      </Text>
      <Id value={link} label="invitation link" />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

interface InviteFormProps {
  onMailed(): void;
  onLink(email: string, link: string): void;
}

function InviteForm({ onMailed, onLink }: InviteFormProps) {
  const { sends_mail } = useSession();
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { email: '', role: 'viewer' },
    send: (values, idempotencyKey) => api.post(membersPath, { form: values, idempotencyKey }),
    onDone({ email, invitation_link: link }) {
      void refresh(membersPath);
      if (link !== null) return onLink(email, link);
      notifyDone(`Invitation sent to ${email}. It expires in 7 days.`);
      onMailed();
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
        <SubmitButton form={form}>{sends_mail ? 'Send invitation' : 'Create invitation'}</SubmitButton>
      </Group>
    </Form>
  );
}
