import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../session/session.ts';
import { useResource } from '../shared/api/queries.ts';
import type { BalanceOutlook } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { ExportButton } from '../shared/lists/export-button.tsx';
import { Page } from '../shared/page.tsx';
import { EmptyState, Load } from '../shared/states.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, Nothing, TokenAmount, TokenOn } from '../shared/values.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';
import { PayOutEverything } from './pay-out-everything.tsx';
import type { DuePayout } from './sums.ts';
import { TopUpButton } from './top-up-button.tsx';

const refreshMs = 10_000;
const balancesPath = '/dashboard/api/balances';

export function BalancesPage() {
  const query = useResource(balancesPath, {}, { refreshMs });
  const canPayOut = useCan('payouts.write');
  const canTopUp = useCan('payments.write');
  const [chosen, choose] = useState<DuePayout | null>(null);
  return (
    <Page
      title="Balances"
      description="Completed payments less fees, refunds and payouts, by token and chain."
      actions={
        <>
          <ExportButton path="/dashboard/api/exports/balance.csv" filters={{}} />
          {canPayOut && query.data && query.data.length > 0 && <PayOutEverything balances={query.data} />}
        </>
      }
    >
      <Load query={query}>
        {(balances) =>
          balances.length === 0 ? (
            <EmptyState picture="balance" title="No balances yet">
              Completed payments add to your balances.
            </EmptyState>
          ) : (
            <Stack gap="lg">
              <BalanceCards balances={balances} />
              <DataTable
                label="Balances"
                stacked
                columns={columnsFor(canPayOut ? choose : null, canTopUp)}
                rows={balances}
                rowKey={({ chain, token }) => `${chain} ${token}`}
              />
            </Stack>
          )
        }
      </Load>
      {chosen && <PayOutDialog balance={chosen} onClose={() => choose(null)} />}
    </Page>
  );
}

function columnsFor(
  payOut: ((balance: DuePayout) => void) | null,
  canTopUp: boolean,
): Column<BalanceOutlook>[] {
  /** No zeros: what is on its way stands out. */
  const onItsWay = (field: 'pending' | 'in_transit' | 'refunding') => (balance: BalanceOutlook) =>
    Number(balance[field]) === 0 ? (
      <Nothing />
    ) : (
      <TokenAmount amount={balance[field]} token={balance.token} />
    );
  return [
    {
      header: 'Token',
      render: ({ token, chain, routing, missing }) => (
        <>
          <TokenOn token={token} chain={chain} />
          {Number(missing) > 0 && (
            <Text size="xs" c="dimmed" maw="20rem" style={{ whiteSpace: 'normal' }}>
              Refunds wait: <TokenAmount amount={missing} token={token} /> missing.
            </Text>
          )}
          {routing && (
            <Text size="xs" c="dimmed" maw="20rem" style={{ whiteSpace: 'normal' }}>
              {routing}
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Available',
      align: 'right',
      render: ({ available, token }) => <TokenAmount amount={available} token={token} />,
    },
    {
      header: 'Worth now',
      align: 'right',
      render: ({ amount: worth, currency }) =>
        worth === null ? '–' : <Money amount={worth} currency={currency} />,
    },
    { header: 'Pending', align: 'right', render: onItsWay('pending') },
    { header: 'Being paid out', align: 'right', render: onItsWay('in_transit') },
    { header: 'Being refunded', align: 'right', render: onItsWay('refunding') },
    {
      header: 'Payout',
      align: 'right',
      render: (balance) =>
        canTopUp && Number(balance.missing) > 0 ? (
          <TopUpButton balance={balance} />
        ) : isDue(balance) && payOut ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => payOut(balance)}
            aria-label={`Pay out ${balance.token} on ${chainName(balance.chain)}`}
          >
            Pay out
          </Button>
        ) : (
          <Text size="xs" c="dimmed" maw="18rem" ml="auto" style={{ whiteSpace: 'normal' }}>
            <WhyNot balance={balance} />
          </Text>
        ),
    },
  ];
}

function isDue(balance: BalanceOutlook): balance is DuePayout {
  return balance.payable !== null;
}

function WhyNot({ balance: { reason, explanation } }: { balance: BalanceOutlook }) {
  if (reason !== 'no_wallet') return explanation ?? 'Can be paid out.';
  return (
    <>
      No payout wallet. <TextLink to="/settings/payouts">Set a wallet</TextLink>
    </>
  );
}
