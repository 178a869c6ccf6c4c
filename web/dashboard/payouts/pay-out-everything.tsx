import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { BalanceOutlook } from '../shared/api/types.ts';
import { ConfirmedDialog } from '../shared/confirmed-dialog.tsx';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import type { Confirmation } from '../shared/fields/confirmation-fields.tsx';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Id, Money, TokenAmount, TokenOn } from '../shared/values.tsx';
import { type DuePayout, duePayouts, sumOf } from './sums.ts';

/** Pays out all balances, as the schedule would, and lists each sum before. */
export function PayOutEverything({ balances }: { balances: BalanceOutlook[] }) {
  const api = useApi();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { data: settlement } = useResource('/api/v1/settlement', {});
  // By hand, the minimum does not count.
  const due = settlement ? duePayouts(balances, { ...settlement, minimum_amount: '0' }) : [];
  const currency = due[0]?.currency ?? 'USD';
  const total = formatMoney('en', sumOf(due.map(({ payable }) => payable.amount)), currency);
  const payOut = async (body: Confirmation) => {
    const outcome = await api.post('/dashboard/api/settlement/pay_out', { body });
    notifyDone(doneOrAsked(outcome, 'Payouts are being made.'));
    void refresh('/dashboard/api/balances', '/api/v1/payouts');
  };
  return (
    <>
      <Button disabled={due.length === 0} onClick={() => setOpen(true)}>
        Pay out everything
      </Button>
      <ConfirmedDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Pay out everything"
        confirm={`Pay out ${total}`}
        size="xl"
        onConfirm={payOut}
      >
        <Stack gap="sm">
          <DataTable
            label="What is paid out"
            columns={columns}
            rows={due}
            rowKey={({ chain, token }) => `${chain} ${token}`}
            stacked
          />
          {settlement?.route_to && (
            <Text size="sm">
              Each is exchanged into <TokenOn {...settlement.route_to} /> first, and what arrives is paid out.
            </Text>
          )}
          <Remaining balances={balances} />
          <Text size="sm" c="dimmed">
            Amounts as of now; what completes until then is paid out too. There is no fee: the operator pays
            the network fee. A payout cannot be taken back.
          </Text>
        </Stack>
      </ConfirmedDialog>
    </>
  );
}

const columns: Column<DuePayout>[] = [
  {
    header: 'Balance',
    render: ({ token, chain }) => <TokenOn token={token} chain={chain} />,
  },
  {
    header: 'Paid out',
    align: 'right',
    render: ({ payable, token }) => <TokenAmount amount={payable.token_amount} token={token} />,
  },
  {
    header: 'Worth',
    align: 'right',
    render: ({ payable, currency }) => <Money amount={payable.amount} currency={currency} />,
  },
  {
    header: 'Stays',
    align: 'right',
    render: ({ payable, token }) => <TokenAmount amount={payable.stays} token={token} />,
  },
  {
    header: 'To',
    render: ({ payable }) => <Id value={payable.address} label="wallet address" short />,
  },
];

/** Why other balances are left out. */
function Remaining({ balances }: { balances: BalanceOutlook[] }) {
  const left = balances.filter(({ payable, available }) => payable === null && Number(available) > 0);
  return left.map(({ chain, token, available, explanation }) => (
    <Text key={`${chain} ${token}`} size="sm">
      Not paid out: <TokenAmount amount={available} token={token} />. {explanation}
    </Text>
  ));
}
