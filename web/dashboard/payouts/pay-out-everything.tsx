import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { BalanceOutlook, Settlement, SettlementQuote } from '../shared/api/types.ts';
import { ConfirmedDialog } from '../shared/confirmed-dialog.tsx';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import type { Confirmation } from '../shared/fields/confirmation-fields.tsx';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Address, Money, TokenAmount, TokenOn } from '../shared/values.tsx';
import { arrivingAmount, type DuePayout, duePayouts, sumOf } from './sums.ts';

/** Pays out all balances, as the schedule would, and lists each sum before. */
export function PayOutEverything({ balances }: { balances: BalanceOutlook[] }) {
  const api = useApi();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { data: settlement } = useResource('/api/v1/settlement', {});
  const due = duePayouts(balances);
  const currency = due[0]?.currency ?? 'USD';
  const total = formatMoney('en', sumOf(due.map(({ payable }) => payable.amount)), currency);
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
        confirm={`Pay out ${total}`}
        size="62rem"
        onConfirm={payOut}
      >
        <Stack gap="sm">
          {settlement && <Sums due={due} settlement={settlement} />}
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

/** Each sum and where it goes; of those that are exchanged first, what arrives. */
function Sums({ due, settlement }: { due: DuePayout[]; settlement: Settlement }) {
  const exchanged = due.find(({ payable }) => payable.into)?.payable.into;
  if (!exchanged) return <SumsTable columns={columnsFor(null)} rows={due} />;
  return <ExchangedSums due={due} settlement={settlement} into={exchanged} />;
}

function ExchangedSums({ due, settlement, into }: { due: DuePayout[]; settlement: Settlement; into: Into }) {
  const { chain, token } = into;
  const isOff = settlement.routable_to.length === 0;
  const { data: quotes } = useResource(
    '/api/v1/settlement/quote',
    { query: { chain, token } },
    { enabled: !isOff },
  );
  const waits = settlement.when_not_routable === 'wait';
  return (
    <>
      <SumsTable columns={columnsFor({ quotes: quotes ?? [], waits, isOff })} rows={due} />
      <Text size="sm">
        What is not <TokenOn chain={chain} token={token} /> is exchanged into it first. The costs of that
        (pool, bridge and slippage) are deducted: what arrives is an estimate, at quotes for $100 of each.
        {waits
          ? ' What cannot be exchanged within the limits stays in your balance.'
          : ' What cannot be exchanged within the limits is paid as received, to the wallet of its chain.'}
      </Text>
    </>
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

interface Exchange {
  quotes: readonly SettlementQuote[];
  /** What becomes of what cannot be exchanged. */
  waits: boolean;
  /** The operator has turned routing off. */
  isOff: boolean;
}

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

function quoteOf({ chain, token }: DuePayout, { quotes }: Exchange): SettlementQuote | undefined {
  return quotes.find((quote) => quote.chain === chain && quote.token === token);
}

function Arrives({ due, exchange }: { due: DuePayout; exchange: Exchange }) {
  const { payable, token } = due;
  if (!payable.into) return <TokenAmount amount={payable.token_amount} token={token} />;
  const quote = quoteOf(due, exchange);
  const amount = arrivingAmount(due, quote);
  if (amount) return <TokenAmount amount={amount} token={payable.into.token} />;
  return quote || exchange.isOff ? 'Not possible now' : '–';
}

/** In full, since a payout cannot be taken back. */
function Destination({ due, exchange }: { due: DuePayout; exchange: Exchange | null }) {
  const { payable } = due;
  const quote = exchange ? quoteOf(due, exchange) : undefined;
  const isExchanged = payable.into !== null && !exchange?.isOff && quote?.arriving_amount !== null;
  if (payable.into && !isExchanged && exchange?.waits) return 'Stays in your balance';
  const address = payable.into && isExchanged ? payable.into.address : payable.address;
  if (!address) return 'Stays: no payout wallet of that chain';
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
      Not paid out: <TokenAmount amount={available} token={token} />. {explanation}
    </Text>
  ));
}
