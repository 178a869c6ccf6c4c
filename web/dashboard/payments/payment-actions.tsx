import { Button, Group, Menu, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Payment, PaymentDetail } from '../shared/api/types.ts';
import { Problem } from '../shared/fields/form.tsx';
import { Icon } from '../shared/icons.tsx';
import { notifyDone } from '../shared/notify.ts';
import { useAction } from '../shared/use-action.ts';
import { CancelButton } from './cancel-button.tsx';
import { hasReceipt, isZero, simulatedOutcomes } from './payment.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundDialog } from './refund-dialog.tsx';

export function PaymentActions({ detail }: { detail: PaymentDetail }) {
  const api = useApi();
  const canSimulate = useCan('payments.simulate');
  const canRefund = useCan('refunds.write');
  const canSend = useCan('payments.write');
  const [refunding, dialog] = useDisclosure(false);
  return (
    <Group gap="xs">
      {api.environment === 'test' && canSimulate && <SimulateMenu payment={detail.payment} />}
      {canSend && detail.payment.status === 'pending' && <CancelButton payment={detail.payment} />}
      {canSend && hasReceipt(detail) && <ReceiptButton payment={detail.payment} />}
      {canRefund && !isZero(detail.refundable_amount) && (
        <Button
          variant="default"
          onClick={dialog.open}
          leftSection={<Icon name="refund" size={16} />}
          aria-haspopup="dialog"
        >
          Refund
        </Button>
      )}
      <RefundDialog detail={detail} opened={refunding} onClose={dialog.close} />
    </Group>
  );
}

const outcomeLabels = {
  complete: 'Complete: the customer pays',
  fail: 'Fail: the transaction reverts',
  expire: 'Expire: the customer does not pay in time',
};
const outcomeStatuses = { complete: 'completed', fail: 'failed', expire: 'expired' };

/** Drives a test payment to an outcome without a customer. */
function SimulateMenu({ payment }: { payment: Payment }) {
  const api = useApi();
  const refresh = useRefresh();
  const { run, pending, error } = useAction(async (outcome: keyof typeof outcomeLabels, idempotencyKey) => {
    await api.post('/api/v1/payments/{payment_id}/simulate', {
      path: { payment_id: payment.payment_id },
      body: { outcome },
      idempotencyKey,
    });
    await refresh('/dashboard/api/payments', '/api/v1/invoices');
    notifyDone(`Payment ${outcomeStatuses[outcome]}.`);
  });
  const outcomes = simulatedOutcomes(payment.status);
  if (outcomes.length === 0) return null;
  return (
    <Stack gap="xs">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={pending} rightSection={<Icon name="chevron" size={16} />}>
            Simulate
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {outcomes.map((outcome) => (
            <Menu.Item key={outcome} onClick={() => void run(outcome)}>
              {outcomeLabels[outcome]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error && <Problem error={error} />}
    </Stack>
  );
}
