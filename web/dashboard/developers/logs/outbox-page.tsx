import { Text } from '@mantine/core';
import { useList } from '../../shared/api/queries.ts';
import type { Email } from '../../shared/api/types.ts';
import type { Column } from '../../shared/lists/data-table.tsx';
import type { Filter } from '../../shared/lists/filter.ts';
import { Filters } from '../../shared/lists/filters.tsx';
import { ListView } from '../../shared/lists/list-view.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Page } from '../../shared/page.tsx';
import { EmptyState } from '../../shared/states.tsx';
import { StatusBadge, statusLabel } from '../../shared/status-badge.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { When } from '../../shared/values.tsx';
import { LongText } from '../long-text.tsx';

const refreshMs = 5_000;
const statuses = ['queued', 'sent', 'failed'] as const;

const listFilters: Filter[] = [{ name: 'status', label: 'Status', kind: 'choice', options: statuses }];

const columns: Column<Email>[] = [
  {
    header: 'To',
    render: ({ email_id, to }) => (
      <TextLink to={`/developers/outbox/${email_id}`} size="sm">
        <LongText>{to}</LongText>
      </TextLink>
    ),
  },
  { header: 'Type', render: ({ kind }) => statusLabel(kind) },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Last error',
    render: ({ last_error }) =>
      last_error && (
        <Text size="xs" lineClamp={2} maw="20rem" title={last_error}>
          {last_error}
        </Text>
      ),
    hideBelow: 'md',
  },
  {
    header: 'Created',
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
    hideBelow: 'sm',
  },
];

export function OutboxPage() {
  const { status } = useSearchValues().values;
  const list = useList('/dashboard/api/emails', { query: { status } }, { refreshMs });
  return (
    <Page title="E-mail outbox" description="E-mails to your customers, both queued and sent.">
      <Filters filters={listFilters} />
      <ListView
        label="E-mails"
        stacked
        list={list}
        columns={columns}
        rowKey={({ email_id }) => email_id}
        empty={
          status ? (
            <EmptyState picture="search" title={`No ${status} e-mails`}>
              Select another status or clear the filter.
            </EmptyState>
          ) : (
            <EmptyState picture="mail" title="No e-mails yet">
              Send an invoice to see its e-mail here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
