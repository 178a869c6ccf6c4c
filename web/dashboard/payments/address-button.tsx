import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/environment.ts';
import { chainName } from '../shared/facts.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { notifyDone } from '../shared/notify.ts';
import { useRefresh } from '../shared/queries.ts';
import type { Refund } from '../shared/types.ts';
import { useForm } from '../shared/use-form.ts';
import { Money } from '../shared/values.tsx';

/** For a refund that waits for an address. */
export function AddressButton({ refund }: { refund: Refund }) {
  const canRefund = useCan('refunds.write');
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Text size="xs" c="dimmed">
        Waits for an address
      </Text>
      {canRefund && (
        <Button size="compact-xs" variant="default" onClick={dialog.open} aria-haspopup="dialog">
          Enter address
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Refund address"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AddressForm refund={refund} onClose={dialog.close} />
      </Modal>
    </>
  );
}

function AddressForm({ refund, onClose }: { refund: Refund; onClose(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { address: '' },
    send: ({ address }, idempotencyKey) =>
      api.post<Refund>(
        `/api/v1/refunds/${refund.refund_id}/address`,
        { address: address.trim() },
        { idempotencyKey },
      ),
    onDone: () => {
      notifyDone('Refund address saved.');
      void refresh('/dashboard/api/payments', '/api/v1/refunds');
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        Nobody knows where to send <Money amount={refund.amount} currency={refund.currency} />: the payer is
        unknown, an exchange, or takes no money. Ask your customer for an address on {chainName(refund.chain)}
        . It cannot be changed afterwards.
      </Text>
      <TextInput
        label="Address"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        required
        {...form.text('address')}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>Send refund</SubmitButton>
      </Group>
    </Form>
  );
}
