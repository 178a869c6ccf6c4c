import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { formatMoney } from '../../shared/format.ts';
import { useApi, useSymbol } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { PaymentDetail } from '../shared/api/types.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Money } from '../shared/values.tsx';

interface RefundDialogProps {
  detail: PaymentDetail;
  opened: boolean;
  onClose(): void;
}

export function RefundDialog({ detail, opened, onClose }: RefundDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Refund payment"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <RefundForm detail={detail} onClose={onClose} />
    </Modal>
  );
}

/** Always sends the amount, even for a full refund: exactly what the form shows is refunded. */
function RefundForm({ detail, onClose }: Omit<RefundDialogProps, 'opened'>) {
  const { payment, refundable_amount } = detail;
  const symbol = useSymbol(payment.token ?? '');
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { amount: refundable_amount, reason: '' },
    send: ({ amount, reason }, idempotencyKey) =>
      api.post('/api/v1/refunds', {
        body: {
          payment_id: payment.payment_id,
          amount: amount.trim(),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
        idempotencyKey,
      }),
    onDone: (refund) => {
      notifyDone(`Refund of ${formatMoney('en', refund.amount, refund.currency)} started.`);
      void refresh('/dashboard/api/payments', '/api/v1/refunds');
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        <Money amount={refundable_amount} currency={payment.currency} /> of{' '}
        <Money amount={payment.amount} currency={payment.currency} /> can be refunded. The refund is sent in{' '}
        {symbol} to the address that paid.
      </Text>
      <TextInput
        label="Amount"
        description="Enter less for a partial refund."
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <Text span size="sm" c="dimmed">
            {payment.currency}
          </Text>
        }
        rightSectionWidth={56}
        data-autofocus
        required
        {...form.text('amount')}
      />
      <Textarea
        label="Reason"
        description="Optional. Shown to the customer."
        autosize
        minRows={2}
        {...form.text('reason')}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>Refund {asMoney(form.values.amount.trim(), payment.currency)}</SubmitButton>
      </Group>
    </Form>
  );
}

/** As typed while it is no amount. */
function asMoney(typed: string, currency: string): string {
  return /^\d+(\.\d{1,2})?$/.test(typed) ? formatMoney('en', typed, currency) : `${typed} ${currency}`;
}
