import { useList } from '../shared/api/queries.ts';
import type { LinkPayment } from '../shared/api/types.ts';
import type { Column } from '../shared/lists/data-table.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { Panel } from '../shared/panel.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, TokenOn, When } from '../shared/values.tsx';

const columns: Column<LinkPayment>[] = [
  {
    header: 'Amount',
    render: ({ payment_id, amount, currency }) => (
      <TextLink to={`/payments/${payment_id}`} fw={500} size="sm">
        <Money amount={amount} currency={currency} />
      </TextLink>
    ),
  },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Paid with',
    hideBelow: 'sm',
    render: ({ token, chain }) => (token && chain ? <TokenOn token={token} chain={chain} /> : '–'),
  },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

/** Also unpaid ones: a customer opened the checkout. */
export function LinkPayments({ linkId }: { linkId: string }) {
  const list = useList('/api/v1/payment_links/{payment_link_id}/payments', {
    path: { payment_link_id: linkId },
  });
  return (
    <Panel title="Payments">
      <ListView
        label="Payments of this link"
        list={list}
        columns={columns}
        rowKey={({ payment_id }) => payment_id}
        empty={
          <EmptyState picture="payment" title="No payments yet">
            They appear here as soon as a customer goes to pay.
          </EmptyState>
        }
      />
    </Panel>
  );
}
