import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCan } from '../../session/session.ts';
import { useResource } from '../../shared/api/queries.ts';
import type { Delivery } from '../../shared/api/types.ts';
import { Page } from '../../shared/page.tsx';
import { Facts, Panel } from '../../shared/panel.tsx';
import { EmptyState, Load } from '../../shared/states.tsx';
import { Id, When } from '../../shared/values.tsx';
import { EventJson } from '../events/event-json.tsx';
import { IdLink } from '../id-link.tsx';
import { AttemptPanel } from './attempt-panel.tsx';
import { DeliveryStatus } from './delivery-columns.tsx';
import { endpointPage } from './endpoints.ts';
import { RetryButton } from './retry-buttons.tsx';

const refreshMs = 3_000;

/** Endpoint and event identify a delivery. */
export function DeliveryPage() {
  const { endpointId = '', eventId = '' } = useParams({ strict: false });
  const canWrite = useCan('webhooks.write');
  const query = useResource(
    '/api/v1/webhooks/endpoints/{endpoint_id}/deliveries',
    { path: { endpoint_id: endpointId }, query: { event_id: eventId } },
    { refreshMs },
  );
  const delivery = query.data?.[0];
  return (
    <Page
      title={delivery ? `Delivery of ${delivery.event_type}` : 'Delivery'}
      back={{ to: endpointPage(endpointId), label: 'Endpoint' }}
      actions={canWrite && delivery && <RetryButton delivery={delivery} size="sm" />}
    >
      <Load query={query}>
        {([found]) =>
          found ? (
            <DeliveryDetails delivery={found} />
          ) : (
            <EmptyState picture="missing" title="Delivery not found">
              This event was not sent to this endpoint, or the delivery is no longer stored.
            </EmptyState>
          )
        }
      </Load>
    </Page>
  );
}

function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { delivery_id, event_id, created_at, attempts } = delivery;
  return (
    <Stack gap="lg">
      <Panel title="Delivery">
        <Facts
          items={[
            { label: 'Status', value: <DeliveryStatus delivery={delivery} /> },
            { label: 'Delivery ID', value: <Id value={delivery_id} label="delivery ID" /> },
            {
              label: 'Event',
              value: <IdLink id={event_id} to={`/developers/events/${event_id}`} label="event ID" />,
            },
            { label: 'Created', value: <When at={created_at} exact /> },
          ]}
        />
      </Panel>
      {attempts.length === 0 && (
        <EmptyState picture="webhook" title="No attempts yet">
          The first attempt appears here within seconds.
        </EmptyState>
      )}
      {attempts.toReversed().map((attempt) => (
        <AttemptPanel key={attempt.attempt_id} attempt={attempt} delivery={delivery} />
      ))}
      <Panel
        title="Request body"
        description="Identical in every attempt. The signature covers exactly these bytes."
      >
        <EventJson eventId={event_id} />
      </Panel>
    </Stack>
  );
}
