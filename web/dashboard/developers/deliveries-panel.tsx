import { useCan } from '../session/session.ts';
import { ChoiceFilter, Filters, TextFilter } from '../shared/filters.tsx';
import { ListView } from '../shared/list-view.tsx';
import { Panel } from '../shared/panel.tsx';
import { useList } from '../shared/queries.ts';
import { useSearchValues } from '../shared/search.ts';
import { EmptyState } from '../shared/states.tsx';
import type { Delivery, Endpoint } from '../shared/types.ts';
import { deliveryColumns, retryColumn } from './delivery-columns.tsx';
import { deliveriesPath } from './endpoints.ts';
import { RetryFailedButton } from './retry-buttons.tsx';

const refreshMs = 3_000;
const filterNames = ['status', 'event_id'] as const;
const statuses = ['pending', 'succeeded', 'failed'] as const satisfies Delivery['status'][];

/** What was sent to an endpoint. New attempts appear by themselves. */
export function DeliveriesPanel({ endpoint: { endpoint_id } }: { endpoint: Endpoint }) {
  const mayWrite = useCan('webhooks.write');
  const { values } = useSearchValues();
  const { status, event_id } = values;
  const list = useList<Delivery>(deliveriesPath(endpoint_id), { status, event_id }, { refreshMs });
  const columns = deliveryColumns(endpoint_id);
  return (
    <Panel
      title="Deliveries"
      description="Each event for this endpoint. What fails is tried seven times, over about 34 hours."
      actions={mayWrite && <RetryFailedButton endpointId={endpoint_id} />}
    >
      <Filters names={filterNames}>
        <ChoiceFilter name="status" label="Status" options={statuses} />
        <TextFilter name="event_id" label="Event id" placeholder="evt_…" />
      </Filters>
      <ListView
        label="Deliveries to this endpoint"
        stacked
        list={list}
        columns={mayWrite ? [...columns, retryColumn] : columns}
        rowKey={({ delivery_id }) => delivery_id}
        empty={
          status || event_id ? (
            <EmptyState title="No delivery matches">Check the filters, or clear them.</EmptyState>
          ) : (
            <EmptyState title="Nothing was sent yet">
              {mayWrite ? 'Send a test event to see whether it arrives.' : 'Deliveries appear here.'}
            </EmptyState>
          )
        }
      />
    </Panel>
  );
}
