import { Button, Group } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCan } from '../../session/session.ts';
import type { Endpoint } from '../../shared/api/types.ts';
import { Page } from '../../shared/page.tsx';
import { Facts, Panel } from '../../shared/panel.tsx';
import { EmptyState, Load } from '../../shared/states.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { Id, When } from '../../shared/values.tsx';
import { everyType } from '../events/event-types.ts';
import { LongText } from '../long-text.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { endpointStatus, useEndpoints } from './endpoints.ts';

const back = { to: '/developers/webhooks', label: 'Webhooks' };

export function EndpointPage() {
  const { endpointId = '' } = useParams({ strict: false });
  const query = useEndpoints();
  const endpoint = query.data?.find(({ endpoint_id }) => endpoint_id === endpointId);
  if (endpoint) return <EndpointDetails endpoint={endpoint} />;
  return (
    <Page title="Webhook endpoint" back={back}>
      <Load query={query}>{() => <NoEndpoint />}</Load>
    </Page>
  );
}

function NoEndpoint() {
  return (
    <EmptyState
      picture="missing"
      title="Endpoint not found"
      action={
        <Button component={Link} to={back.to} variant="default">
          View all endpoints
        </Button>
      }
    >
      It may have been deleted, or it belongs to the other mode (test or live).
    </EmptyState>
  );
}

function EndpointDetails({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id, url, description, events, failing_since, created_at } = endpoint;
  const canWrite = useCan('webhooks.write');
  return (
    <Page
      title={url}
      heading={
        <Group gap="sm">
          <LongText>{url}</LongText>
          <StatusBadge status={endpointStatus(endpoint)} />
        </Group>
      }
      description={description}
      back={back}
      actions={canWrite && <EndpointActions endpoint={endpoint} />}
    >
      <Panel title="Endpoint">
        <Facts
          items={[
            { label: 'Endpoint ID', value: <Id value={endpoint_id} label="endpoint ID" /> },
            { label: 'Events', value: <EventNames events={events} /> },
            ...(failing_since ? [{ label: 'Failing since', value: <When at={failing_since} exact /> }] : []),
            { label: 'Created', value: <When at={created_at} exact /> },
          ]}
        />
      </Panel>
      <DeliveriesPanel endpoint={endpoint} />
    </Page>
  );
}

function EventNames({ events }: { events: string[] }) {
  if (events.includes(everyType)) return 'All events';
  return <span className="mono">{events.join(', ')}</span>;
}
