import type { EventBody } from '../shared/types.ts';
import { subjectOf } from './event-types.ts';
import { IdLink } from './id-link.tsx';

/** What an event is about, as a way there. */
export function Subject({ event, short = false }: { event: EventBody; short?: boolean }) {
  const subject = subjectOf(event);
  return subject ? <IdLink {...subject} short={short} /> : '–';
}
