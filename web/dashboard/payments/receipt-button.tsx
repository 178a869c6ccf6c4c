import { Button, Stack } from '@mantine/core';
import { useApi } from '../shared/api/environment.ts';
import type { Payment } from '../shared/api/types.ts';
import { Problem } from '../shared/fields/form.tsx';
import { notifyDone } from '../shared/notify.ts';
import { useAction } from '../shared/use-action.ts';

/** The first receipt is sent when the payment completes. */
export function ReceiptButton({ payment }: { payment: Payment }) {
  const api = useApi();
  const { run, pending, error } = useAction(async (paymentId: string) => {
    await api.post('/dashboard/api/payments/{payment_id}/receipt', { path: { payment_id: paymentId } });
    notifyDone(`Receipt to ${payment.customer_email} queued.`);
  });
  return (
    <Stack gap="xs">
      <Button variant="default" loading={pending} onClick={() => void run(payment.payment_id)}>
        Send receipt again
      </Button>
      {error && <Problem error={error} />}
    </Stack>
  );
}
