import { Box, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../session/session.ts';
import { useList } from '../shared/api/queries.ts';
import type { InvoiceListItem } from '../shared/api/types.ts';
import { formatDay } from '../shared/charts/dates.ts';
import { periodQuery } from '../shared/charts/period.ts';
import { Icon } from '../shared/icons.tsx';
import type { Column } from '../shared/lists/data-table.tsx';
import { ExportButton } from '../shared/lists/export-button.tsx';
import { type Filter, isFiltered, periodFilters } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, When } from '../shared/values.tsx';
import { invoiceStatuses } from './invoice.ts';

const refreshMs = 15_000;

const listFilters: Filter[] = [
  { name: 'customer_email', label: 'Customer e-mail', kind: 'search', placeholder: 'ada@example.com' },
  { name: 'status', label: 'Status', kind: 'choice', options: invoiceStatuses },
  ...periodFilters,
];

const columns: Column<InvoiceListItem>[] = [
  {
    header: 'Number',
    render: (invoice) => (
      <Box miw="7rem" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        <TextLink to={`/invoices/${invoice.invoice_id}`} fw={500} size="sm">
          {invoice.invoice_number}
        </TextLink>
        <Box hiddenFrom="sm" fz="xs" c="dimmed">
          {invoice.customer_name ?? invoice.customer_email}
        </Box>
      </Box>
    ),
  },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { header: 'Customer', hideBelow: 'sm', render: (invoice) => <Customer {...invoice} /> },
  {
    header: 'Due',
    hideBelow: 'sm',
    render: ({ due_date }) => <span className="numbers">{formatDay(due_date)}</span>,
  },
  {
    header: 'Created',
    hideBelow: 'md',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
];

function Customer({ customer_name, customer_email }: InvoiceListItem) {
  const shown = customer_name ?? customer_email;
  return (
    <Text size="sm" truncate maw="18rem" {...(shown ? { title: shown } : { c: 'dimmed' })}>
      {shown ?? '–'}
    </Text>
  );
}

export function InvoicesPage() {
  const { values } = useSearchValues();
  const canWrite = useCan('invoices.write');
  const filters = {
    status: values['status'],
    customer_email: values['customer_email'],
    ...periodQuery(values['from'], values['to']),
  };
  const list = useList('/api/v1/invoices', { query: filters }, { refreshMs });
  const filtered = isFiltered(listFilters, values);
  const create = canWrite && (
    <Button component={Link} to="/invoices/new" leftSection={<Icon name="plus" size={16} />}>
      Create invoice
    </Button>
  );
  return (
    <Page
      title="Invoices"
      actions={
        <>
          <ExportButton path="/dashboard/api/exports/invoices.csv" filters={filters} />
          {create}
        </>
      }
    >
      <Filters filters={listFilters} />
      <ListView
        label="Invoices"
        list={list}
        columns={columns}
        rowKey={(invoice) => invoice.invoice_id}
        empty={
          filtered ? (
            <EmptyState picture="search" title="No invoices match these filters">
              Enter the full e-mail address, or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="invoice" title="No invoices yet" action={create}>
              Create an invoice with line items and send the customer a link to pay it.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
