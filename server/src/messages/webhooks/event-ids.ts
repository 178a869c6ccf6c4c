import { dayMs } from '../../lib/durations.ts';
import { firstIdAt, timeOfId } from '../../lib/ids.ts';

/**
 * A lower bound for the ids of events about a resource, so that partitions from before it was created are not read. A day
 * is far more than clocks of two processes differ.
 */
export function firstEventIdAbout(resourceId: string): string {
  return firstIdAt('evt', (timeOfId(resourceId) ?? 0) - dayMs);
}
