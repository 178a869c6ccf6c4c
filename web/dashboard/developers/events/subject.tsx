import type { EventBody } from '../../shared/api/types.ts';
import { IdLink } from '../id-link.tsx';
import { subjectOf } from './event-types.ts';

/** A link to the resource of an event. */
export function Subject({ event, short = false }: { event: EventBody; short?: boolean }) {
  const subject = subjectOf(event);
  return subject ? <IdLink {...subject} short={short} /> : '–';
}
