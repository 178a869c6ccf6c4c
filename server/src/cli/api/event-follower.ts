import { type Static, Type } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

/** An event as the API returns it. Key order is preserved, so that it serializes to the same bytes. */
const eventSchema = Type.Object({
  id: Type.String(),
  type: Type.String(),
  created_at: Type.String(),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
});
export type FollowedEvent = Static<typeof eventSchema>;
const eventList = Type.Array(eventSchema);

/**
 * Events sort by creation but become visible on commit, so an older event can appear after a newer one. Each poll
 * therefore reads the last ten seconds again; older events are final.
 */
const settledAfterMs = 10_000;
const pageSize = 100;

export interface Follower {
  /** New events since the last call, oldest first. */
  next(): Promise<FollowedEvent[]>;
}

/** Follows new events, starting now. */
export async function followEvents(api: Api): Promise<Follower> {
  let cursor: string | null = null;
  /** Events after the cursor that were already returned, or existed at the start. */
  let seen = new Set<string>();

  /** Moves the cursor to the newest final event and drops earlier ones from `seen`. */
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
        // Retention deleted the event at the cursor. It was the newest one, so nothing was missed.
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
  /** When the first page was read, by the service's clock. */
  at: Date;
}

/** Reads all events after the cursor. */
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

/** Reads from the newest event back to the first, or to one older than `agedMs`. */
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

/** The id of the event's payment, invoice or refund. */
export function resourceIdOf(event: FollowedEvent): string {
  const [family] = event.type.split('.');
  return String(event.data[`${family}_id`] ?? '-');
}
