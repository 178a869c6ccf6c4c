import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Refund } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { chainName } from '../shared/facts.ts';
import { notifyDone } from '../shared/notify.ts';
import { TextLink } from '../shared/text-link.tsx';
import { TokenAmount } from '../shared/values.tsx';

/** What the balance lacks for a refund. */
export function MissingBalance({ refund }: { refund: Refund }) {
  const { missing_token_amount: missing = '0', token, chain } = refund;
  return (
    <Text size="xs" c="dimmed" miw="7rem" maw="18rem" style={{ whiteSpace: 'normal' }}>
      Waits for your balance: <TokenAmount amount={missing} token={token} /> on {chainName(chain)} missing.{' '}
      <TextLink to="/balances" size="xs" underline="always">
        Top up
      </TextLink>
    </Text>
  );
}

/** Ends a refund that waits for the balance or an address. */
export function CancelRefund({ refund }: { refund: Refund }) {
  const api = useApi();
  const refresh = useRefresh();
  const canRefund = useCan('refunds.write');
  const [asking, dialog] = useDisclosure(false);
  const cancel = async (idempotencyKey: string) => {
    await api.post('/api/v1/refunds/{refund_id}/cancel', {
      path: { refund_id: refund.refund_id },
      idempotencyKey,
    });
    await refresh('/dashboard/api/payments', '/api/v1/refunds', '/dashboard/api/balances');
    notifyDone('Refund cancelled.');
  };
  if (!canRefund) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={dialog.open} aria-haspopup="dialog">
        Cancel refund
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Cancel this refund?"
        confirm="Cancel refund"
        onConfirm={cancel}
      >
        Nothing was sent. The payment can be refunded again later.
      </ConfirmDialog>
    </>
  );
}
