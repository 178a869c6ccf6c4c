import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LongText } from '../developers/long-text.tsx';
import { useCan } from '../session/session.ts';
import { useList } from '../shared/api/queries.ts';
import type { PaymentLinkListItem } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import type { Column } from '../shared/lists/data-table.tsx';
import type { Filter } from '../shared/lists/filter.ts';
import { Filters } from '../shared/lists/filters.tsx';
import { ListView } from '../shared/lists/list-view.tsx';
import { useSearchValues } from '../shared/lists/search.ts';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Money, When } from '../shared/values.tsx';
import { linkStatuses, linksPath } from './payment-link.ts';
import { shownStatus } from './shown-status.ts';

const listFilters: Filter[] = [{ name: 'status', label: 'Status', kind: 'choice', options: linkStatuses }];

const columns: Column<PaymentLinkListItem>[] = [
  {
    header: 'Name',
    render: ({ payment_link_id, name }) => (
      <TextLink to={`/payment-links/${payment_link_id}`} fw={500} size="sm">
        <LongText>{name}</LongText>
      </TextLink>
    ),
  },
  { header: 'Status', render: (link) => <StatusBadge status={shownStatus(link)} /> },
  {
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) =>
      amount === null ? (
        <Text span size="sm" c="dimmed">
          Customer chooses ({currency})
        </Text>
      ) : (
        <Money amount={amount} currency={currency} />
      ),
  },
  {
    header: 'Created',
    hideBelow: 'sm',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
];

export function PaymentLinksPage() {
  const { values } = useSearchValues();
  const canWrite = useCan('payments.write');
  const list = useList(linksPath, { query: { status: values['status'] } });
  const create = canWrite && (
    <Button component={Link} to="/payment-links/new" leftSection={<Icon name="plus" size={16} />}>
      Create payment link
    </Button>
  );
  return (
    <Page
      title="Payment links"
      description="Links that many customers can pay. Share them, or print them as QR codes."
      actions={create}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Payment links"
        list={list}
        columns={columns}
        rowKey={({ payment_link_id }) => payment_link_id}
        stacked
        empty={
          values['status'] ? (
            <EmptyState title="No payment links match these filters">Change or clear the filters.</EmptyState>
          ) : (
            <EmptyState title="No payment links yet" action={create}>
              A link with a fixed amount, or one that customers choose. You need no website.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
