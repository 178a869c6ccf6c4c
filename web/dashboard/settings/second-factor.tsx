import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { keepSession, useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

export function SecondFactor() {
  const { totp_enabled: on } = useSession().member;
  const [settingUp, setUp] = useDisclosure(false);
  const [turningOff, turnOff] = useDisclosure(false);
  // A new key resets the dialog each time it opens.
  const [round, setRound] = useState(0);
  const begin = () => {
    setRound(round + 1);
    setUp.open();
  };
  return (
    <Panel title="Two-factor authentication" actions={<StatusBadge status={on ? 'enabled' : 'disabled'} />}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw="36rem">
          Sign in with your password and a code from an authenticator app. A stolen password alone is not
          enough.
        </Text>
        {on ? (
          <Button variant="default" onClick={turnOff.open}>
            Turn off
          </Button>
        ) : (
          <Button variant="default" onClick={begin}>
            Set up
          </Button>
        )}
      </Group>
      <TotpSetUp key={round} opened={settingUp} onClose={setUp.close} />
      <Modal
        opened={turningOff}
        onClose={turnOff.close}
        title="Turn off two-factor authentication?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TurnOffForm onDone={turnOff.close} />
      </Modal>
    </Panel>
  );
}

function TurnOffForm({ onDone }: { onDone(): void }) {
  const api = useApi();
  const form = useForm({
    initial: noConfirmation,
    send: (body) => api.post('/dashboard/api/totp/disable', { body }),
    onDone(session) {
      keepSession(session);
      notifyDone('Two-factor authentication turned off.');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        You will sign in with your password or a passkey. Without a passkey, your recovery codes stop working.
      </Text>
      <ConfirmationFields form={form} />
      <Group justify="flex-end">
        <SubmitButton form={form} color="red">
          Turn off
        </SubmitButton>
      </Group>
    </Form>
  );
}
