import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../shared/icons.tsx';
import { CodeBlock } from './code-block.tsx';

interface SecretDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Takes its place once there is a secret. */
  secretTitle: string;
  /** "API key", "signing secret". */
  label: string;
  /** What leads to the secret. It gives it to `show`. */
  children(show: (secret: string | undefined) => void): ReactNode;
}

/**
 * A dialog that ends with a secret which is shown once: it stays until somebody says that it is stored, and opens again
 * when it was closed while the secret was on its way.
 */
export function SecretDialog({ opened, onClose, title, secretTitle, label, children }: SecretDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [held, setHeld] = useState(false);
  // For a key that is pressed before the dialog is drawn again.
  const heldNow = useRef(false);
  const hold = (wanted: boolean) => {
    heldNow.current = wanted;
    setHeld(wanted);
  };
  const show = (made: string | undefined) => {
    if (made === undefined) return;
    setSecret(made);
    hold(true);
  };
  const stored = () => {
    hold(false);
    onClose();
  };
  return (
    <Modal
      opened={opened || held}
      onClose={() => heldNow.current || onClose()}
      onExitTransitionEnd={() => setSecret(null)}
      title={secret === null ? title : secretTitle}
      withCloseButton={secret === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {secret === null ? children(show) : <SecretStep label={label} secret={secret} onStored={stored} />}
    </Modal>
  );
}

function SecretStep({ label, secret, onStored }: { label: string; secret: string; onStored(): void }) {
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        This is the only time the {label} is shown. Store it where your other secrets are.
      </Text>
      <CodeBlock label={label} text={secret} wrap />
      <Group justify="flex-end">
        <Button onClick={onStored} leftSection={<Icon name="check" size={16} />}>
          I have stored it
        </Button>
      </Group>
    </Stack>
  );
}
