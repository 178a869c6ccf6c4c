import { Text } from '@mantine/core';
import { shownStatus } from '../payments/payment.ts';
import { useResource } from '../shared/api/queries.ts';
import type { PaymentListItem } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import { EmptyState, Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, shortId, TokenOn, When } from '../shared/values.tsx';

const columns: Column<PaymentListItem>[] = [
  {
    header: 'Amount',
    align: 'right',
    render: ({ payment_id, amount, currency }) => (
      <TextLink to={`/payments/${payment_id}`} fw={500} size="sm">
        <Money amount={amount} currency={currency} />
      </TextLink>
    ),
  },
  { header: 'Status', render: (payment) => <StatusBadge status={shownStatus(payment)} /> },
  {
    header: 'Description',
    render: (payment) => <About {...payment} />,
    hideBelow: 'sm',
  },
  { header: 'Paid with', render: paidWith, hideBelow: 'sm' },
  {
    header: 'Created',
    render: ({ created_at }) => <When at={created_at} />,
    align: 'right',
    hideBelow: 'sm',
  },
];

function About({ description, reference_id, customer_email, payment_id }: PaymentListItem) {
  const about = description ?? reference_id ?? customer_email;
  return (
    <Text size="sm" truncate maw="clamp(8rem, 22vw, 26rem)" title={about ?? payment_id}>
      {about ?? <span className="mono">{shortId(payment_id)}</span>}
    </Text>
  );
}

function paidWith({ token, chain }: PaymentListItem) {
  return token && chain ? (
    <TokenOn token={token} chain={chain} />
  ) : (
    <Text span c="dimmed">
      –
    </Text>
  );
}

export function useLatestPayments() {
  return useResource('/dashboard/api/payments', { query: { limit: 6 } }, { refreshMs: 15_000 });
}

export function LatestPayments({ query }: { query: ReturnType<typeof useLatestPayments> }) {
  return (
    <Panel
      title="Latest payments"
      actions={
        <TextLink to="/payments" size="sm">
          View all
        </TextLink>
      }
    >
      <Load query={query}>
        {(payments) =>
          payments.length === 0 ? (
            <EmptyState picture="payment" title="No payments yet">
              Create a payment here, or with the API.
            </EmptyState>
          ) : (
            <DataTable
              label="Latest payments table"
              columns={columns}
              rows={payments}
              rowKey={({ payment_id }) => payment_id}
            />
          )
        }
      </Load>
    </Panel>
  );
}
