import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { BalanceOutlook, Settlement } from '../shared/api/types.ts';
import { ConfirmedDialog } from '../shared/confirmed-dialog.tsx';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import { chainName } from '../shared/facts.ts';
import type { Confirmation } from '../shared/fields/confirmation-fields.tsx';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Address, Money, TokenAmount, TokenOn } from '../shared/values.tsx';
import {
  arrivingAmount,
  type DuePayout,
  destinationOf,
  duePayouts,
  type Exchange,
  leavingAmount,
  quoteOf,
} from './sums.ts';

/** Pays out all balances, as the schedule would, and lists each sum before. */
export function PayOutEverything({ balances }: { balances: BalanceOutlook[] }) {
  const api = useApi();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { data: settlement } = useResource('/api/v1/settlement', {});
  const due = duePayouts(balances);
  const into = due.find(({ payable }) => payable.into)?.payable.into ?? null;
  const exchange = useExchange(settlement, into, isOpen);
  const currency = due[0]?.currency ?? 'USD';
  const leaving = leavingAmount(due, exchange);
  const payOut = async (body: Confirmation) => {
    const outcome = await api.post('/dashboard/api/settlement/pay_out', { body });
    notifyDone(doneOrAsked(outcome, 'Payouts are being made.'));
    void refresh('/dashboard/api/balances', '/api/v1/payouts');
  };
  return (
    <>
      <Button disabled={due.length === 0 || !settlement} onClick={() => setOpen(true)}>
        Pay out everything
      </Button>
      <ConfirmedDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Pay out everything"
        confirm={leaving === null ? 'Pay out' : `Pay out ${formatMoney('en', leaving, currency)}`}
        size="62rem"
        onConfirm={payOut}
      >
        <Stack gap="sm">
          <SumsTable columns={columnsFor(exchange)} rows={due} />
          {into && exchange && <Costs into={into} exchange={exchange} />}
          <Remaining balances={balances} />
          <Text size="sm" c="dimmed">
            Amounts as of now; what completes until then is paid out too. The operator pays the network fee.{' '}
            {due.every(isPaidAsReceived) && 'There is no other fee. '}A payout cannot be taken back.
          </Text>
        </Stack>
      </ConfirmedDialog>
    </>
  );
}

/** How balances are exchanged into this asset first; null if none is. Quotes are asked for while the dialog is open. */
function useExchange(
  settlement: Settlement | undefined,
  into: Into | null,
  isOpen: boolean,
): Exchange | null {
  const isOff = settlement?.routable_to.length === 0;
  const isAsked = isOpen && into !== null && settlement !== undefined && !isOff;
  const { chain, token } = into ?? noTarget;
  const { data: quotes = null } = useResource(
    '/api/v1/settlement/quote',
    { query: { chain, token } },
    { enabled: isAsked },
  );
  if (!settlement || !into) return null;
  return { quotes, waits: settlement.when_not_routable === 'wait', isOff };
}

/** Stands in for the asset of a request that is not sent. */
const noTarget = { chain: 'base', token: 'USDC' } as const;

function Costs({ into: { chain, token }, exchange: { waits } }: { into: Into; exchange: Exchange }) {
  return (
    <Text size="sm">
      What is not <TokenOn chain={chain} token={token} /> is exchanged into it first. The costs of that (pool,
      bridge and slippage) are deducted: what arrives is an estimate, at quotes for $100 of each.
      {waits
        ? ' What cannot be exchanged within the limits stays in your balance.'
        : ' What cannot be exchanged within the limits is paid as received, to the wallet of its chain.'}
    </Text>
  );
}

function SumsTable({ columns, rows }: { columns: Column<DuePayout>[]; rows: DuePayout[] }) {
  return (
    <DataTable
      label="What is paid out"
      columns={columns}
      rows={rows}
      rowKey={({ chain, token }) => `${chain} ${token}`}
      stacked
    />
  );
}

type Into = NonNullable<DuePayout['payable']['into']>;

function isPaidAsReceived({ payable }: DuePayout): boolean {
  return payable.into === null;
}

function columnsFor(exchange: Exchange | null): Column<DuePayout>[] {
  return [
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
    ...(exchange
      ? [
          {
            header: 'Arrives, about',
            align: 'right' as const,
            render: (due: DuePayout) => <Arrives due={due} exchange={exchange} />,
          },
        ]
      : []),
    {
      header: 'Stays',
      align: 'right',
      render: ({ payable, token }) => <TokenAmount amount={payable.stays} token={token} />,
    },
    { header: 'To', render: (due) => <Destination due={due} exchange={exchange} /> },
  ];
}

function Arrives({ due, exchange }: { due: DuePayout; exchange: Exchange }) {
  const { payable, token } = due;
  if (!payable.into) return <TokenAmount amount={payable.token_amount} token={token} />;
  if (payable.into.address === null) return 'Not possible now';
  const quote = quoteOf(due, exchange);
  const amount = arrivingAmount(due, quote);
  if (amount) return <TokenAmount amount={amount} token={payable.into.token} />;
  return quote || exchange.isOff ? 'Not possible now' : '–';
}

/** In full, since a payout cannot be taken back. */
function Destination({ due, exchange }: { due: DuePayout; exchange: Exchange | null }) {
  const address = destinationOf(due, exchange);
  if (address === null)
    return due.payable.into?.address === null
      ? 'Stays: no payout wallet of that chain'
      : 'Stays in your balance';
  return (
    <Text component="div" inherit miw="14rem">
      <Address value={address} label="wallet address" />
    </Text>
  );
}

/** Why other balances are left out. */
function Remaining({ balances }: { balances: BalanceOutlook[] }) {
  const left = balances.filter(({ payable, available }) => payable === null && Number(available) > 0);
  return left.map(({ chain, token, available, explanation }) => (
    <Text key={`${chain} ${token}`} size="sm">
      Not paid out: <TokenAmount amount={available} token={token} /> on {chainName(chain)}. {explanation}
    </Text>
  ));
}
