import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { EventBody } from '../../shared/api/types.ts';
import { Page } from '../../shared/page.tsx';
import { Facts, Panel } from '../../shared/panel.tsx';
import { Load } from '../../shared/states.tsx';
import { Id, When } from '../../shared/values.tsx';
import { CodeBlock } from '../code-block.tsx';
import { EventDeliveriesPanel } from './event-deliveries.tsx';
import { useEvent } from './event-json.tsx';
import { Subject } from './subject.tsx';

export function EventPage() {
  const { eventId = '' } = useParams({ strict: false });
  const query = useEvent(eventId);
  return (
    <Page title={query.data?.type ?? 'Event'} back={{ to: '/developers/events', label: 'Events' }}>
      <Load query={query}>{(event) => <EventDetails event={event} />}</Load>
    </Page>
  );
}

function EventDetails({ event }: { event: EventBody }) {
  return (
    <Stack gap="lg">
      <Panel title="Event">
        <Facts
          items={[
            { label: 'Event ID', value: <Id value={event.id} label="event ID" /> },
            { label: 'Resource', value: <Subject event={event} /> },
            { label: 'Created', value: <When at={event.created_at} exact /> },
          ]}
        />
      </Panel>
      <EventDeliveriesPanel eventId={event.id} />
      <Panel title="Event data">
        <CodeBlock label="event body" text={JSON.stringify(event, null, 2)} />
      </Panel>
    </Stack>
  );
}
