import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './fields/form.tsx';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** Label of the confirm button: the same verb as on the button that opened the dialog. */
  confirm: string;
  danger?: boolean;
  size?: 'md' | 'lg' | '62rem';
  /** Runs the action. The dialog closes on success and shows the error on failure. */
  onConfirm(idempotencyKey: string): Promise<unknown>;
}

export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  danger = true,
  size = 'md',
  onConfirm,
}: ConfirmDialogProps) {
  const { run, pending, error, clearError } = useAction(async (_: null, key) => {
    await onConfirm(key);
    return true;
  });
  const close = () => {
    clearError();
    onClose();
  };
  const act = async () => {
    if (await run(null)) close();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {error && <Problem error={error} />}
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} onClick={act} loading={pending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
