import { Stack, Text } from '@mantine/core';
import { PaidWith } from '../payments/transaction.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import type { PayoutDetail } from '../shared/types.ts';
import { Id, TokenAmount } from '../shared/values.tsx';

type Route = PayoutDetail['payout']['routes'][number];

const columns: Column<Route>[] = [
  { header: 'Exchanged', render: (route) => <PaidWith {...route} /> },
  {
    header: 'Arrived',
    render: ({ arrived_amount, to_token }) => <TokenAmount amount={arrived_amount ?? '0'} token={to_token} />,
  },
  {
    header: 'Cost',
    render: ({ steps }) => (
      <Stack gap={2}>
        {steps.map(({ step, fee_amount, token, slippage_amount, to_token }) => (
          <Text key={step} size="xs">
            Fee {fee_amount} {token}, slippage {slippage_amount ?? '0'} {to_token}
          </Text>
        ))}
      </Stack>
    ),
  },
  {
    header: 'Way',
    render: ({ explanation }) => (
      <Text size="xs" c="dimmed" maw="24rem" style={{ whiteSpace: 'normal' }}>
        {explanation}
      </Text>
    ),
  },
  {
    header: 'Transaction',
    render: ({ steps }) =>
      steps.map(({ step, tx_hash }) =>
        tx_hash ? <Id key={step} value={tx_hash} label="transaction hash of the exchange" short /> : null,
      ),
  },
];

/** What was exchanged into the balance that a payout pays. */
export function PayoutRoutes({ detail: { payout } }: { detail: PayoutDetail }) {
  if (payout.routes.length === 0) return null;
  return (
    <Panel title="Exchanged for this payout">
      <DataTable
        label="Balances that were exchanged"
        stacked
        columns={columns}
        rows={payout.routes}
        rowKey={({ route_id }) => route_id}
      />
    </Panel>
  );
}
