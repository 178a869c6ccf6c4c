import { Button, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApi } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Delivery } from '../../shared/api/types.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { notifyDone } from '../../shared/notify.ts';
import { useAction } from '../../shared/use-action.ts';
import { endpointsPath } from './endpoints.ts';

/** Sends one more attempt now. */
export function RetryButton({ delivery, size = 'compact-xs' }: { delivery: Delivery; size?: string }) {
  const api = useApi();
  const refresh = useRefresh();
  const { run, pending, error } = useAction(async (deliveryId: string, idempotencyKey) => {
    await api.post('/api/v1/webhooks/deliveries/{delivery_id}/retry', {
      path: { delivery_id: deliveryId },
      idempotencyKey,
    });
    await refresh(endpointsPath);
    notifyDone('Delivery sent again.');
  });
  const label = delivery.status === 'succeeded' ? 'Send again' : 'Retry';
  return (
    <Tooltip label={error?.message} disabled={!error} opened={error !== null} multiline maw={280}>
      <Button
        variant="default"
        size={size}
        loading={pending}
        onClick={() => void run(delivery.delivery_id)}
        aria-label={`${label}: ${delivery.event_type}`}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

export function RetryFailedButton({ endpointId }: { endpointId: string }) {
  const [opened, { open, close }] = useDisclosure();
  const api = useApi();
  const refresh = useRefresh();
  const retry = async (idempotencyKey: string) => {
    const { retried } = await api.post('/dashboard/api/webhooks/endpoints/{endpoint_id}/retry_failed', {
      path: { endpoint_id: endpointId },
      idempotencyKey,
    });
    await refresh(endpointsPath);
    notifyDone(retriedText(retried));
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Retry all failed
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Retry all failed deliveries?"
        confirm="Retry all"
        danger={false}
        onConfirm={retry}
      >
        Every failed delivery to this endpoint is sent once more, now. Make sure your server can handle all of
        them at once.
      </ConfirmDialog>
    </>
  );
}

function retriedText(retried: number): string {
  if (retried === 0) return 'No failed deliveries to retry.';
  return retried === 1 ? '1 delivery sent again.' : `${retried} deliveries sent again.`;
}
