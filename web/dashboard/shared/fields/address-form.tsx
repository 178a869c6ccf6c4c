import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiPath } from '../api/api-types.ts';
import { useRefresh } from '../api/queries.ts';
import { doneOrAsked } from '../done-or-asked.ts';
import { notifyDone } from '../notify.ts';
import { AddressInput } from './address-input.tsx';
import { type Confirmation, MoneyConfirmation, noConfirmation } from './confirmation-fields.tsx';
import { Form, SubmitButton } from './form.tsx';
import { useForm } from './use-form.ts';

interface AddressFormProps {
  send(given: Confirmation & { address: string }, idempotencyKey: string): Promise<unknown>;
  /** An address that needs no confirmation: the payer's. */
  known?: string | undefined;
  initial?: string;
  /** What is sent and what follows from it. */
  children: ReactNode;
  description?: string;
  submit: string;
  /** What to say when it is done. */
  done: string | ((outcome: unknown) => string);
  /** Lists to read again. */
  refreshed: ApiPath[];
  onClose(): void;
}

/** Asks for the address that money is sent to. */
export function AddressForm(props: AddressFormProps) {
  const { send, known, initial = '', children, description, submit, done, refreshed, onClose } = props;
  const refresh = useRefresh();
  const form = useForm({
    initial: { address: initial, ...noConfirmation },
    send: ({ address, ...confirmation }, idempotencyKey) =>
      send({ address: address.trim(), ...confirmation }, idempotencyKey),
    onDone: (outcome) => {
      notifyDone(doneOrAsked(outcome, typeof done === 'string' ? done : done(outcome)));
      void refresh(...refreshed);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">{children}</Text>
      <AddressInput {...(description === undefined ? {} : { description })} {...form.text('address')} />
      {form.values.address.trim() !== known && <MoneyConfirmation form={form} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>{submit}</SubmitButton>
      </Group>
    </Form>
  );
}
