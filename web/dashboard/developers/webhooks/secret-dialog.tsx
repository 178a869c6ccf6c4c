import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../shared/icons.tsx';
import { CodeBlock } from '../code-block.tsx';

interface SecretDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Replaces the title once the secret is shown. */
  secretTitle: string;
  /** "API key", "signing secret". */
  label: string;
  /** The step before; it passes the secret to `show`. */
  children(show: (secret: string | undefined) => void): ReactNode;
}

/**
 * A dialog that ends by showing a secret once. It stays open until the user confirms that they saved it, and reopens if it
 * was closed while the secret was loading.
 */
export function SecretDialog({ opened, onClose, title, secretTitle, label, children }: SecretDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [held, setHeld] = useState(false);
  // State alone would be stale if Escape is pressed before the next render.
  const heldNow = useRef(false);
  const hold = (wanted: boolean) => {
    heldNow.current = wanted;
    setHeld(wanted);
  };
  const show = (created: string | undefined) => {
    if (created === undefined) return;
    setSecret(created);
    hold(true);
  };
  const close = () => {
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
      {secret === null ? children(show) : <SecretStep label={label} secret={secret} onSaved={close} />}
    </Modal>
  );
}

function SecretStep({ label, secret, onSaved }: { label: string; secret: string; onSaved(): void }) {
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        Save this {label} now. It will not be shown again.
      </Text>
      <CodeBlock label={label} text={secret} wrap />
      <Group justify="flex-end">
        <Button onClick={onSaved} leftSection={<Icon name="check" size={16} />}>
          I've saved it
        </Button>
      </Group>
    </Stack>
  );
}
