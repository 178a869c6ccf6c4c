import { Stack, Text } from '@mantine/core';
import { PaidWith } from '../payments/transaction.tsx';
import type { Payout } from '../shared/api/types.ts';
import type { Column } from '../shared/lists/data-table.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, When } from '../shared/values.tsx';

export const payoutColumns: Column<Payout>[] = [
  {
    header: 'Amount',
    render: (payout) => (
      <TextLink to={`/payouts/${payout.payout_id}`} fw={500} size="sm">
        <PaidWith {...payout} />
      </TextLink>
    ),
  },
  { header: 'Status', render: (payout) => <PayoutStatus payout={payout} /> },
  {
    header: 'Worth',
    align: 'right',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    header: 'Wallet',
    hideBelow: 'md',
    render: ({ address }) => <Id value={address} label="wallet address" short />,
  },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

/** Includes the failure message of a failed payout. */
function PayoutStatus({ payout }: { payout: Payout }) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={payout.status} />
      {payout.failure_message && (
        <Text size="xs" c="dimmed" miw="7rem" maw="18rem" style={{ whiteSpace: 'normal' }}>
          {payout.failure_message}
        </Text>
      )}
    </Stack>
  );
}
