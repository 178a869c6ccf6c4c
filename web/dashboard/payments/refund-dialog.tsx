import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { formatMoney } from '../../shared/format.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { PaymentDetail } from '../shared/api/types.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Facts } from '../shared/panel.tsx';
import { Address, Money, TokenAmount, TokenOn } from '../shared/values.tsx';
import { refundTokens } from './payment.ts';

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
        <Money amount={payment.amount} currency={payment.currency} /> can be refunded.
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
      <Facts items={whereItGoes(detail, form.values.amount.trim())} />
      <Text size="sm" c="dimmed">
        A refund that was sent cannot be taken back.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>Refund {asMoney(form.values.amount.trim(), payment.currency)}</SubmitButton>
      </Group>
    </Form>
  );
}

/** Everything about the transaction, before it is irreversible. */
function whereItGoes(detail: PaymentDetail, amount: string) {
  const { payment, refund_to: to } = detail;
  const { token = '', chain = '' } = payment;
  const tokens = refundTokens(detail, amount);
  return [
    {
      label: 'To',
      value: to ? (
        <Address value={to} label="refund address" />
      ) : (
        'Not known: the payer is unknown or an exchange. The refund waits until an address is given.'
      ),
    },
    { label: 'Network', value: <TokenOn token={token} chain={chain} /> },
    { label: 'Customer gets', value: tokens ? <TokenAmount amount={tokens} token={token} /> : '–' },
  ];
}

/** As typed while it is no amount. */
function asMoney(typed: string, currency: string): string {
  return /^\d+(\.\d{1,2})?$/.test(typed) ? formatMoney('en', typed, currency) : `${typed} ${currency}`;
}
