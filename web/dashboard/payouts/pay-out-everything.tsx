import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { chainName } from '../shared/facts.ts';
import { notifyDone } from '../shared/notify.ts';

/** Asks for a payout of all balances, as the schedule would make it. */
export function PayOutEverything() {
  const api = useApi();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { data } = useResource('/api/v1/settlement', {});
  const target = data?.route_to;
  const payOut = async (idempotencyKey: string) => {
    await api.post('/api/v1/settlement/pay_out', { idempotencyKey });
    notifyDone('Payouts are being made.');
    void refresh('/dashboard/api/balances', '/api/v1/payouts');
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Pay out everything
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Pay out everything"
        confirm="Pay out everything"
        danger={false}
        onConfirm={payOut}
      >
        {target
          ? `All balances are exchanged into ${target.token} on ${chainName(target.chain)} and sent to your payout wallet.`
          : 'All balances are sent to your payout wallets.'}{' '}
        Your reserve is kept. A payout cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
