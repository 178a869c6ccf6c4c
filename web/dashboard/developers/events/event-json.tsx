import { useResource } from '../../shared/api/queries.ts';
import { Load } from '../../shared/states.tsx';
import { CodeBlock } from '../code-block.tsx';

export function useEvent(eventId: string) {
  return useResource('/api/v1/events/{event_id}', { path: { event_id: eventId } });
}

export function EventJson({ eventId }: { eventId: string }) {
  return (
    <Load query={useEvent(eventId)}>
      {(event) => <CodeBlock label="event body" text={JSON.stringify(event, null, 2)} />}
    </Load>
  );
}
