import type { EventBody } from '../shared/types.ts';
import { subjectOf } from './event-types.ts';
import { IdLink } from './id-link.tsx';

/** A link to the resource of an event. */
export function Subject({ event, short = false }: { event: EventBody; short?: boolean }) {
  const subject = subjectOf(event);
  return subject ? <IdLink {...subject} short={short} /> : '–';
}
