import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type Confirmation,
  ConfirmationFields,
  noConfirmation,
  useIsConfirmed,
} from './fields/confirmation-fields.tsx';
import { Form, SubmitButton } from './fields/form.tsx';
import { useForm } from './fields/use-form.ts';

interface ConfirmedDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** Label of the submit button: the same verb as on the button that opened the dialog. */
  confirm: string;
  size?: 'md' | 'lg' | 'xl' | '62rem';
  /** Runs the action. The dialog closes on success and shows the error on failure. */
  onConfirm(given: Confirmation): Promise<unknown>;
}

/** Like `ConfirmDialog`, for what a stolen session must not do: in live mode the member confirms it. */
export function ConfirmedDialog({ opened, onClose, title, size = 'md', ...rest }: ConfirmedDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ConfirmedForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function ConfirmedForm({
  onClose,
  children,
  confirm,
  onConfirm,
}: Pick<ConfirmedDialogProps, 'onClose' | 'children' | 'confirm' | 'onConfirm'>) {
  const isLive = useIsConfirmed();
  const form = useForm({
    initial: noConfirmation,
    send: async (given) => {
      await onConfirm(given);
      return true;
    },
    onDone: onClose,
  });
  return (
    <Form form={form} wide>
      <Text size="sm" component="div">
        {children}
      </Text>
      {isLive && <ConfirmationFields form={form} tells="" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <SubmitButton form={form}>{confirm}</SubmitButton>
      </Group>
    </Form>
  );
}
