import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useCan } from '../../session/session.ts';
import { useApi } from '../../shared/api/environment.ts';
import { keyOf } from '../../shared/api/queries.ts';
import type { Delivery, Endpoint } from '../../shared/api/types.ts';
import { type Column, DataTable } from '../../shared/lists/data-table.tsx';
import { Panel } from '../../shared/panel.tsx';
import { ErrorState, Load, LoadingState } from '../../shared/states.tsx';
import { TextLink } from '../../shared/text-link.tsx';
import { LongText } from '../long-text.tsx';
import { DeliveryStatus, LastResponse } from '../webhooks/delivery-columns.tsx';
import { deliveryPage, useEndpoints } from '../webhooks/endpoints.ts';
import { RetryButton } from '../webhooks/retry-buttons.tsx';

const refreshMs = 5_000;

interface SentEvent {
  endpoint: Endpoint;
  delivery: Delivery;
}

const columns: Column<SentEvent>[] = [
  {
    header: 'Endpoint',
    render: ({ endpoint, delivery }) => (
      <TextLink to={deliveryPage(endpoint.endpoint_id, delivery.event_id)} size="sm">
        <LongText>{endpoint.url}</LongText>
      </TextLink>
    ),
  },
  { header: 'Status', render: ({ delivery }) => <DeliveryStatus delivery={delivery} /> },
  {
    header: 'Last response',
    render: ({ delivery }) => <LastResponse delivery={delivery} />,
    hideBelow: 'sm',
  },
];

const retryColumn: Column<SentEvent> = {
  header: 'Actions',
  hideHeader: true,
  align: 'right',
  render: ({ delivery }) => <RetryButton delivery={delivery} />,
};

export function EventDeliveriesPanel({ eventId }: { eventId: string }) {
  return (
    <Panel title="Deliveries">
      <Load query={useEndpoints()}>
        {(endpoints) => <EventDeliveries eventId={eventId} endpoints={endpoints} />}
      </Load>
    </Panel>
  );
}

/** One request per endpoint: there are few, and each returns at most one delivery. */
function EventDeliveries({ eventId, endpoints }: { eventId: string; endpoints: Endpoint[] }) {
  const api = useApi();
  const canWrite = useCan('webhooks.write');
  const queries = useQueries({
    queries: endpoints.map(({ endpoint_id }) => {
      const path = '/api/v1/webhooks/endpoints/{endpoint_id}/deliveries';
      const request = { path: { endpoint_id }, query: { event_id: eventId } };
      return {
        queryKey: keyOf(api.environment, path, request),
        queryFn: () => api.get(path, request),
        refetchInterval: refreshMs,
      };
    }),
  });
  const failed = queries.find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (queries.some(({ data }) => data === undefined)) return <LoadingState rows={2} />;
  const sent = endpoints.flatMap((endpoint, at) =>
    (queries[at]?.data ?? []).map((delivery) => ({ endpoint, delivery })),
  );
  if (sent.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No endpoint was subscribed to this event type when it happened.
      </Text>
    );
  return (
    <DataTable
      label="Deliveries of this event"
      stacked
      columns={canWrite ? [...columns, retryColumn] : columns}
      rows={sent}
      rowKey={({ delivery }) => delivery.delivery_id}
    />
  );
}
