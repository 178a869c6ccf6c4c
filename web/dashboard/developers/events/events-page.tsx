import { useList } from '../../shared/api/queries.ts';
import type { EventBody } from '../../shared/api/types.ts';
import type { Column } from '../../shared/lists/data-table.tsx';
import { ExportButton } from '../../shared/lists/export-button.tsx';
import type { Filter } from '../../shared/lists/filter.ts';
import { Filters } from '../../shared/lists/filters.tsx';
import { ListView } from '../../shared/lists/list-view.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Page } from '../../shared/page.tsx';
import { EmptyState } from '../../shared/states.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { Id, When } from '../../shared/values.tsx';
import { eventTypes } from './event-types.ts';
import { Subject } from './subject.tsx';

const refreshMs = 5_000;
const typeOptions = eventTypes.map((type) => ({ value: type, label: type }));

const listFilters: Filter[] = [{ name: 'type', label: 'Type', kind: 'choice', options: typeOptions }];

const columns: Column<EventBody>[] = [
  {
    header: 'Type',
    render: ({ id, type }) => (
      <TextLink to={`/developers/events/${id}`} size="sm">
        <span className="mono">{type}</span>
      </TextLink>
    ),
  },
  { header: 'Resource', render: (event) => <Subject event={event} short /> },
  { header: 'Event ID', render: ({ id }) => <Id value={id} label="event ID" short />, hideBelow: 'sm' },
  { header: 'Created', align: 'right', render: ({ created_at }) => <When at={created_at} /> },
];

export function EventsPage() {
  const { type } = useSearchValues().values;
  const list = useList('/api/v1/events', { query: { type } }, { refreshMs });
  return (
    <Page
      title="Events"
      description="All events, newest first, including those no endpoint is subscribed to."
      actions={<ExportButton path="/dashboard/api/exports/events.csv" filters={{ type }} />}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Events"
        stacked
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          type ? (
            <EmptyState picture="search" title="No events of this type">
              Select another type or clear the filter.
            </EmptyState>
          ) : (
            <EmptyState picture="log" title="No events yet">
              Events appear here when payments, invoices and refunds change.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
