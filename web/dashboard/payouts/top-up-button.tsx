import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApi } from '../shared/api/environment.ts';
import type { BalanceOutlook } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { chainName } from '../shared/facts.ts';
import { TokenAmount } from '../shared/values.tsx';

/** For a balance that refunds wait for: opens the checkout of a payment to oneself. */
export function TopUpButton({ balance }: { balance: BalanceOutlook }) {
  const api = useApi();
  const [asking, dialog] = useDisclosure(false);
  const { chain, token, missing } = balance;
  const topUp = async (idempotencyKey: string) => {
    const payment = await api.post('/api/v1/balances/top_up', { body: { chain, token }, idempotencyKey });
    window.location.assign(payment.checkout_url);
  };
  return (
    <>
      <Button
        size="xs"
        onClick={dialog.open}
        aria-haspopup="dialog"
        aria-label={`Top up ${token} on ${chainName(chain)}`}
      >
        Top up
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Top up this balance?"
        confirm="Open checkout"
        danger={false}
        onConfirm={topUp}
      >
        Refunds wait for <TokenAmount amount={missing} token={token} /> on {chainName(chain)}. Pay exactly
        that from a wallet of yours: it has no fee and does not count as revenue. The refunds are sent once it
        is confirmed.
      </ConfirmDialog>
    </>
  );
}
