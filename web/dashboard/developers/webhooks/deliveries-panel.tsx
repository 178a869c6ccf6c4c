import { useCan } from '../../session/session.ts';
import { useList } from '../../shared/api/queries.ts';
import type { Delivery, Endpoint } from '../../shared/api/types.ts';
import type { Filter } from '../../shared/lists/filter.ts';
import { Filters } from '../../shared/lists/filters.tsx';
import { ListView } from '../../shared/lists/list-view.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Panel } from '../../shared/panel.tsx';
import { EmptyState } from '../../shared/states.tsx';
import { deliveryColumns, retryColumn } from './delivery-columns.tsx';
import { RetryFailedButton } from './retry-buttons.tsx';

const refreshMs = 3_000;
const statuses = ['pending', 'succeeded', 'failed'] as const satisfies Delivery['status'][];

/** The deliveries to an endpoint. Refreshes by itself. */
const listFilters: Filter[] = [
  { name: 'event_id', label: 'Event ID', kind: 'search', placeholder: 'evt_…' },
  { name: 'status', label: 'Status', kind: 'choice', options: statuses },
];

export function DeliveriesPanel({ endpoint: { endpoint_id } }: { endpoint: Endpoint }) {
  const canWrite = useCan('webhooks.write');
  const { values } = useSearchValues();
  const { status, event_id } = values;
  const list = useList(
    '/api/v1/webhooks/endpoints/{endpoint_id}/deliveries',
    { path: { endpoint_id }, query: { status, event_id } },
    { refreshMs },
  );
  const columns = deliveryColumns(endpoint_id);
  return (
    <Panel
      title="Deliveries"
      description="Failed deliveries are attempted up to seven times, over about 34 hours."
      actions={canWrite && <RetryFailedButton endpointId={endpoint_id} />}
    >
      <Filters filters={listFilters} />
      <ListView
        label="Deliveries to this endpoint"
        stacked
        list={list}
        columns={canWrite ? [...columns, retryColumn] : columns}
        rowKey={({ delivery_id }) => delivery_id}
        empty={
          status || event_id ? (
            <EmptyState picture="search" title="No deliveries match these filters">
              Change or clear the filters.
            </EmptyState>
          ) : (
            <EmptyState picture="webhook" title="No deliveries yet">
              {canWrite
                ? 'Send a test event to check that your endpoint works.'
                : 'Deliveries appear here when events are sent.'}
            </EmptyState>
          )
        }
      />
    </Panel>
  );
}
