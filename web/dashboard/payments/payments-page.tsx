import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../session/session.ts';
import { useList } from '../shared/api/queries.ts';
import type { PaymentListItem } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import type { Column } from '../shared/lists/data-table.tsx';
import { ExportButton } from '../shared/lists/export-button.tsx';
import { isFiltered } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, shortId, When } from '../shared/values.tsx';
import { shownStatus } from './payment.ts';
import { paymentFilters, paymentQuery } from './payment-filters.ts';
import { PaidWith } from './transaction.tsx';

const refreshMs = 10_000;

const columns: Column<PaymentListItem>[] = [
  {
    header: 'Amount',
    align: 'right',
    render: ({ payment_id, amount, currency, description, reference_id }) => (
      <>
        <TextLink to={`/payments/${payment_id}`} fw={500} size="sm">
          <Money amount={amount} currency={currency} />
        </TextLink>
        <Text size="xs" c="dimmed" truncate maw="5.5rem" hiddenFrom="sm">
          {description ?? reference_id}
        </Text>
      </>
    ),
  },
  { header: 'Status', render: (payment) => <StatusBadge status={shownStatus(payment)} /> },
  {
    header: 'Description',
    hideBelow: 'sm',
    render: ({ description, payment_id }) => (
      <Text size="sm" truncate maw="clamp(8rem, 12vw, 18rem)" title={description ?? payment_id}>
        {description ?? <span className="mono">{shortId(payment_id)}</span>}
      </Text>
    ),
  },
  {
    header: 'Reference',
    hideBelow: 'md',
    render: ({ reference_id }) => (
      <Text
        size="sm"
        truncate
        maw="clamp(5rem, 8vw, 12rem)"
        {...(reference_id ? { title: reference_id } : { c: 'dimmed' })}
      >
        {reference_id ?? '–'}
      </Text>
    ),
  },
  {
    header: 'Customer',
    hideBelow: 'md',
    render: ({ customer_email }) => (
      <Text
        size="sm"
        truncate
        maw="clamp(8rem, 13vw, 18rem)"
        {...(customer_email ? { title: customer_email } : { c: 'dimmed' })}
      >
        {customer_email ?? '–'}
      </Text>
    ),
  },
  { header: 'Paid with', hideBelow: 'sm', render: (payment) => <PaidWith {...payment} /> },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

export function PaymentsPage() {
  const { values } = useSearchValues();
  const canCreate = useCan('payments.write');
  const filters = paymentQuery(values);
  const list = useList('/dashboard/api/payments', { query: filters }, { refreshMs });
  const filtered = isFiltered(paymentFilters, values);
  const create = canCreate && (
    <Button component={Link} to="/payments/new" leftSection={<Icon name="plus" size={16} />}>
      Create payment
    </Button>
  );
  return (
    <Page
      title="Payments"
      actions={
        <>
          <ExportButton path="/dashboard/api/exports/payments.csv" filters={filters} />
          {create}
        </>
      }
    >
      <Filters filters={paymentFilters} />
      <ListView
        label="Payments"
        list={list}
        columns={columns}
        rowKey={(payment) => payment.payment_id}
        empty={
          filtered ? (
            <EmptyState picture="search" title="No payments match these filters">
              Search by an amount, or by the start of a payment ID, reference ID, e-mail address, transaction
              hash or wallet address, or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="payment" title="No payments yet" action={create}>
              Create a payment and send its link to a customer, or create payments with the API.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
