/**
 * Deliveries wait in two lanes. Lane 1 is for endpoints whose last attempt succeeded within `promptMs`; all others, also
 * new ones, are in lane 2. Lane 1 can use every slot of a worker, lane 2 only half of them.
 */
export type Lane = 1 | 2;

/** A slower success counts as success, but not as prompt: it occupies a slot like a failure does. */
const promptMs = 1000;

/** What the last attempt says about an endpoint. */
export type Health = 'prompt' | 'slow' | 'failing';

export function healthOf(result: { error: string | null; latencyMs: number }): Health {
  if (result.error !== null) return 'failing';
  return result.latencyMs <= promptMs ? 'prompt' : 'slow';
}
