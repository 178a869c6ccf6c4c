import { type Static, Type } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

/** As the API lists it. Its keys stay in the order they came in, so that it can be written as it was. */
const eventSchema = Type.Object({
  id: Type.String(),
  type: Type.String(),
  created_at: Type.String(),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
});
export type FollowedEvent = Static<typeof eventSchema>;
const eventList = Type.Array(eventSchema);

/**
 * Events are listed by when they happened and appear when their transaction is committed, so one may appear before
 * another that is older. Within this time of now the list is read again each time; what is older is final.
 */
const settledAfterMs = 10_000;
const pageSize = 100;

export interface Follower {
  /** What happened since the last call, oldest first. */
  next(): Promise<FollowedEvent[]>;
}

/** Follows the events from now on. */
export async function followEvents(api: Api): Promise<Follower> {
  let cursor: string | null = null;
  /** Events after the cursor that were handed out, or were there at the beginning. */
  let seen = new Set<string>();

  /** Moves the cursor to the newest event that nothing older can appear before, and forgets what lies behind it. */
  function settle(events: FollowedEvent[], at: Date): void {
    const finalBefore = at.getTime() - settledAfterMs;
    const unsettled = events.findIndex((event) => Date.parse(event.created_at) >= finalBefore);
    const settled = unsettled === -1 ? events.length : unsettled;
    cursor = events[settled - 1]?.id ?? cursor;
    seen = new Set(events.slice(settled).map((event) => event.id));
  }
  async function start(): Promise<void> {
    cursor = null;
    const { events, at } = await readBack(api, settledAfterMs);
    settle(events, at);
  }

  await start();
  return {
    async next() {
      try {
        const { events, at } = cursor === null ? await readBack(api) : await readOn(api, cursor);
        const fresh = events.filter((event) => !seen.has(event.id));
        settle(events, at);
        return fresh;
      } catch (error) {
        // The event at the cursor is no longer kept: after so long, nothing but it was there to miss.
        if (!(error instanceof ApiProblem) || error.code !== 'NOT_FOUND') throw error;
        await start();
        return [];
      }
    },
  };
}

interface Stretch {
  /** Oldest first. */
  events: FollowedEvent[];
  /** When the first of it was read, by the service's clock. */
  at: Date;
}

/** All that came after an event. */
async function readOn(api: Api, cursor: string): Promise<Stretch> {
  const events: FollowedEvent[] = [];
  let at: Date | undefined;
  for (let from = cursor; ; ) {
    const page = await api.get(`/events?limit=${pageSize}&ending_before=${from}`, eventList);
    at ??= page.at;
    events.push(...page.data.toReversed());
    const [newest] = page.data;
    if (!page.hasMore || !newest) return { events, at };
    from = newest.id;
  }
}

/** The newest events, back to the first one of all, or to one that is older than `agedMs`. */
async function readBack(api: Api, agedMs = Number.POSITIVE_INFINITY): Promise<Stretch> {
  const newestFirst: FollowedEvent[] = [];
  let at: Date | undefined;
  for (let query = ''; ; ) {
    const page = await api.get(`/events?limit=${pageSize}${query}`, eventList);
    at ??= page.at;
    newestFirst.push(...page.data);
    const oldest = page.data.at(-1);
    const isAged = oldest && at.getTime() - Date.parse(oldest.created_at) > agedMs;
    if (!page.hasMore || !oldest || isAged) return { events: newestFirst.reverse(), at };
    query = `&starting_after=${oldest.id}`;
  }
}

/** The payment, invoice or refund that an event is about. */
export function resourceIdOf(event: FollowedEvent): string {
  const [family] = event.type.split('.');
  return String(event.data[`${family}_id`] ?? '-');
}
