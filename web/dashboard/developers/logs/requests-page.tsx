import { Text } from '@mantine/core';
import { useList } from '../../shared/api/queries.ts';
import type { Key, RequestLogEntry } from '../../shared/api/types.ts';
import { periodQuery } from '../../shared/charts/period.ts';
import type { Column } from '../../shared/lists/data-table.tsx';
import { type Filter, isFiltered, periodFilters } from '../../shared/lists/filter.ts';
import { Filters } from '../../shared/lists/filters.tsx';
import { ListView } from '../../shared/lists/list-view.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Page } from '../../shared/page.tsx';
import { EmptyState } from '../../shared/states.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { Id, When } from '../../shared/values.tsx';
import { keyName, useKeys } from '../keys/keys.ts';
import { LongText } from '../long-text.tsx';
import { HttpStatus } from '../webhooks/http-status.tsx';

const refreshMs = 5_000;
const statusOptions = [
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Client errors (4xx)' },
  { value: '5xx', label: 'Server errors (5xx)' },
];
const methodOptions = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));

function columnsOf(keys: Key[]): Column<RequestLogEntry>[] {
  return [
    {
      header: 'Request',
      render: ({ method, path, request_id }) => (
        <TextLink to={`/developers/requests/${request_id}`} size="sm" className="mono">
          <LongText>
            <strong>{method}</strong>&nbsp;{path}
          </LongText>
        </TextLink>
      ),
    },
    {
      header: 'Status',
      render: ({ status, error_code, ignored_fields }) => (
        <>
          <HttpStatus status={status} />
          {error_code && (
            <Text size="xs" c="dimmed" className="mono">
              {error_code}
            </Text>
          )}
          {ignored_fields && (
            <Text size="xs" c="dimmed">
              Ignored: <span className="mono">{ignored_fields.join(', ')}</span>
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Duration',
      align: 'right',
      render: ({ latency_ms }) => <span className="numbers">{latency_ms} ms</span>,
      hideBelow: 'sm',
    },
    { header: 'Made by', render: ({ key_id }) => callerName(key_id, keys), hideBelow: 'md' },
    { header: 'IP address', render: ({ ip }) => <span className="mono">{ip}</span>, hideBelow: 'md' },
    {
      header: 'Request ID',
      render: ({ request_id }) => <Id value={request_id} label="request ID" short />,
      hideBelow: 'sm',
    },
    { header: 'Time', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
  ];
}

export function callerName(keyId: string | null, keys: Key[]): string {
  if (keyId === null) return 'Dashboard';
  const key = keys.find(({ key_id }) => key_id === keyId);
  return key ? `${keyName(key)} (…${key.hint})` : keyId;
}

const listFilters: Filter[] = [
  { name: 'search', label: 'Path or ID', kind: 'search', placeholder: '/payments, req_…, pay_…' },
  { name: 'status_class', label: 'Status', kind: 'choice', options: statusOptions },
  { name: 'method', label: 'Method', kind: 'choice', options: methodOptions },
  ...periodFilters,
];

export function RequestsPage() {
  const { values } = useSearchValues();
  const { status_class, method, search, from, to } = values;
  const query = { status_class, method, search, ...periodQuery(from, to) };
  const { data: keys = [] } = useKeys();
  const list = useList('/dashboard/api/requests', { query }, { refreshMs });
  return (
    <Page
      title="Requests"
      description="API requests made with your keys, and changes made by members, for the last seven days. Open one to see its bodies."
    >
      <Filters filters={listFilters} />
      <ListView
        label="Requests"
        stacked
        list={list}
        columns={columnsOf(keys)}
        rowKey={({ request_id }) => request_id}
        empty={
          isFiltered(listFilters, values) ? (
            <EmptyState picture="search" title="No requests match these filters">
              Change or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="log" title="No requests yet">
              Call the API with one of your keys to see requests here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
