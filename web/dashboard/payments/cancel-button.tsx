import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Payment } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { notifyDone } from '../shared/notify.ts';

/** Ends a pending payment before its deadline. */
export function CancelButton({ payment }: { payment: Payment }) {
  const api = useApi();
  const refresh = useRefresh();
  const [asking, dialog] = useDisclosure(false);
  const cancel = async (idempotencyKey: string) => {
    await api.post('/api/v1/payments/{payment_id}/cancel', {
      path: { payment_id: payment.payment_id },
      idempotencyKey,
    });
    await refresh('/dashboard/api/payments', '/api/v1/invoices');
    notifyDone('Payment cancelled.');
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open} aria-haspopup="dialog">
        Cancel payment
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Cancel this payment?"
        confirm="Cancel payment"
        onConfirm={cancel}
      >
        The customer can no longer pay it, and its status becomes expired. Money that still arrives is not
        applied to it: you can return it or credit it.
      </ConfirmDialog>
    </>
  );
}
