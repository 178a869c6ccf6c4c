import { Reason, RefundStatus } from '../payments/related-panels.tsx';
import { useList } from '../shared/api/queries.ts';
import type { Refund } from '../shared/api/types.ts';
import type { Column } from '../shared/lists/data-table.tsx';
import { ExportButton } from '../shared/lists/export-button.tsx';
import { type Filter, isFiltered } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, TokenOn, When } from '../shared/values.tsx';

const refreshMs = 10_000;
const refundStatuses = ['processing', 'completed', 'failed'] as const satisfies Refund['status'][];

const listFilters: Filter[] = [
  { name: 'payment_id', label: 'Payment ID', kind: 'search', placeholder: 'pay_…' },
  { name: 'status', label: 'Status', kind: 'choice', options: refundStatuses },
];

const columns: Column<Refund>[] = [
  {
    header: 'Amount',
    align: 'right',
    render: ({ payment_id, amount, currency }) => (
      <TextLink to={`/payments/${payment_id}`} fw={500} size="sm">
        <Money amount={amount} currency={currency} />
      </TextLink>
    ),
  },
  { header: 'Status', render: (refund) => <RefundStatus refund={refund} /> },
  {
    header: 'Reason',
    hideBelow: 'sm',
    render: ({ reason }) => <Reason reason={reason} />,
  },
  { header: 'Token', hideBelow: 'sm', render: (refund) => <TokenOn {...refund} /> },
  {
    header: 'Payment',
    hideBelow: 'md',
    render: ({ payment_id }) => <Id value={payment_id} label="payment ID" short />,
  },
  {
    header: 'Created',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
];

export function RefundsPage() {
  const { values } = useSearchValues();
  const filters = { payment_id: values['payment_id'], status: values['status'] };
  const list = useList('/api/v1/refunds', { query: filters }, { refreshMs });
  const filtered = isFiltered(listFilters, values);
  return (
    <Page
      title="Refunds"
      actions={<ExportButton path="/dashboard/api/exports/refunds.csv" filters={filters} />}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Refunds"
        list={list}
        columns={columns}
        rowKey={(refund) => refund.refund_id}
        empty={
          filtered ? (
            <EmptyState picture="search" title="No refunds match these filters">
              Enter the full payment ID, or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="refund" title="No refunds yet">
              To refund a payment, open it and choose Refund.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
