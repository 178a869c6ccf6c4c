import { Stack, Text } from '@mantine/core';
import { PaidWith } from '../payments/transaction.tsx';
import type { PayoutDetail, PayoutStep } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { Id, When } from '../shared/values.tsx';

interface ShownStep extends PayoutStep {
  tx_url: string | null;
}

const dash = (
  <Text span size="sm" c="dimmed">
    –
  </Text>
);

const columns: Column<ShownStep>[] = [
  { header: 'Step', render: ({ step }) => `${step}. Send` },
  {
    header: 'Amount',
    align: 'right',
    render: (step) => (
      <span>
        <PaidWith {...step} />
      </span>
    ),
  },
  {
    header: 'Status',
    render: ({ status, reason }) => (
      <Stack gap={2} align="flex-start">
        <StatusBadge status={status} />
        {reason && (
          <Text size="xs" c="dimmed" maw="18rem" style={{ whiteSpace: 'normal' }}>
            {reason}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'Transaction',
    render: ({ tx_hash, tx_url }) =>
      tx_hash ? <Id value={tx_hash} label="transaction hash of the step" short href={tx_url} /> : dash,
  },
  { header: 'Ended', align: 'right', render: ({ ended_at }) => (ended_at ? <When at={ended_at} /> : dash) },
];

export function PayoutSteps({ detail: { payout, tx_urls } }: { detail: PayoutDetail }) {
  const rows = payout.steps.map((step, index) => ({ ...step, tx_url: tx_urls[index] ?? null }));
  return (
    <Panel title="Steps">
      <DataTable
        label="Steps of this payout"
        stacked
        columns={columns}
        rows={rows}
        rowKey={({ step }) => String(step)}
      />
    </Panel>
  );
}
