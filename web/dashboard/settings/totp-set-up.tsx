import { Group, Modal, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../shared/api/environment.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { QrCode } from '../shared/qr-code.tsx';
import { Id } from '../shared/values.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Secret {
  secret: string;
  otpauth_url: string;
}

type Step = { name: 'password' } | { name: 'scan'; secret: Secret } | { name: 'codes'; codes: string[] };

/** Three steps: password, QR code with confirmation, recovery codes. */
export function TotpSetUp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const client = useQueryClient();
  const finish = () => {
    onClose();
    void client.invalidateQueries({ queryKey: ['session'] });
  };
  // Recovery codes are shown once: a stray click must not close the dialog.
  const mustSave = step.name === 'codes';
  return (
    <Modal
      opened={opened}
      onClose={mustSave ? finish : onClose}
      title={mustSave ? 'Save your recovery codes' : 'Set up two-factor authentication'}
      closeOnClickOutside={!mustSave}
      closeOnEscape={!mustSave}
      withCloseButton={!mustSave}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {step.name === 'password' && <PasswordStep onDone={(secret) => setStep({ name: 'scan', secret })} />}
      {step.name === 'scan' && (
        <ScanStep secret={step.secret} onDone={(codes) => setStep({ name: 'codes', codes })} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={finish} />}
    </Modal>
  );
}

function PasswordStep({ onDone }: { onDone(secret: Secret): void }) {
  const api = useApi();
  const form = useForm({
    initial: noConfirmation,
    send: (body) => api.post('/dashboard/api/totp/begin', { body }),
    onDone,
  });
  return (
    <Form form={form}>
      <Text size="sm">You need an authenticator app. Confirm that it is you to start.</Text>
      <ConfirmationFields form={form} />
      <Group justify="flex-end">
        <SubmitButton form={form}>Continue</SubmitButton>
      </Group>
    </Form>
  );
}

function ScanStep({ secret, onDone }: { secret: Secret; onDone(codes: string[]): void }) {
  const api = useApi();
  const form = useForm({
    initial: { code: '' },
    send: (values) => api.post('/dashboard/api/totp/confirm', { body: values }),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <Form form={form}>
      <Text size="sm">
        Scan the QR code with your authenticator app, or enter the secret by hand. Then enter the code it
        shows.
      </Text>
      <QrCode text={secret.otpauth_url} label="Secret for your authenticator app" />
      <Text size="sm" component="div">
        Secret: <Id value={secret.secret} label="secret" />
      </Text>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        {...form.text('code')}
      />
      <Group justify="flex-end">
        <SubmitButton form={form}>Turn on</SubmitButton>
      </Group>
    </Form>
  );
}
