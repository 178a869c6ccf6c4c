import { useResource } from '../shared/queries.ts';
import { Load } from '../shared/states.tsx';
import type { EventBody } from '../shared/types.ts';
import { CodeBlock } from './code-block.tsx';

export function useEvent(eventId: string) {
  return useResource<EventBody>(`/api/v1/events/${encodeURIComponent(eventId)}`);
}

export function EventJson({ eventId }: { eventId: string }) {
  return (
    <Load query={useEvent(eventId)}>
      {(event) => <CodeBlock label="event body" text={JSON.stringify(event, null, 2)} />}
    </Load>
  );
}
