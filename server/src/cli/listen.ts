import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { createIds } from '../ids.ts';
import { createRandom } from '../random.ts';
import { createSender, type Sender } from '../webhooks/sender.ts';
import { deliveryHeaders, signingKey } from '../webhooks/signing.ts';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';
import { type FollowedEvent, type Follower, followEvents } from './event-follower.ts';
import type { Telling, Totals } from './listen-output.ts';

const pollMs = 1000;
const maxBackoffMs = 30_000;
/** As many as the service sends to one endpoint at once. */
const maxAtOnce = 16;

export interface Listening {
  forwardTo: string;
  /** Null for all. */
  events: string[] | null;
  secret: string;
  telling: Telling;
  /** Ends it, once the answers under way are in. */
  signal: AbortSignal;
  print(lines: string[]): void;
  /** Something is wrong between here and the API, and it goes on all the same. */
  warn(message: string): void;
}

/** Sends each event that happens from now on to an address of this machine, as a webhook endpoint would get it. */
export async function listen(api: Api, listening: Listening): Promise<void> {
  const { forwardTo, events, secret, telling, signal, print } = listening;
  const follower = await followEvents(api);
  print(telling.started({ apiUrl: api.url, forwardTo, events, secret }));
  const sender = createSender();
  const totals: Totals = { accepted: 0, failed: 0 };
  const underWay = new Set<Promise<void>>();
  try {
    for await (const event of newEvents(follower, listening)) {
      if (events && !events.includes(event.type)) continue;
      while (underWay.size >= maxAtOnce) await Promise.race(underWay);
      if (signal.aborted) break;
      const work = forward(sender, listening, event, totals).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    await Promise.all(underWay);
  } finally {
    await sender.close();
  }
  print(telling.ended(totals));
}

/** Asks about once a second, and less often while it gets no answer. Ends with the signal. */
async function* newEvents(
  follower: Follower,
  { signal, warn }: Pick<Listening, 'signal' | 'warn'>,
): AsyncGenerator<FollowedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const events = await follower.next();
      if (failures > 0) warn('The API answers again. Nothing was missed.');
      failures = 0;
      yield* events;
      await pause(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiProblem && error.isTemporary)) throw error;
      if (failures === 0) warn(`${error.message} Trying again.`);
      const backoffMs = Math.min(pollMs * 2 ** failures++, maxBackoffMs);
      await pause(Math.max(backoffMs, error.retryAfterMs ?? 0), signal);
    }
  }
}

async function forward(
  sender: Sender,
  { forwardTo, secret, telling, print }: Listening,
  event: FollowedEvent,
  totals: Totals,
): Promise<void> {
  const at = systemClock.now();
  // The service writes events the same way, so these are the very bytes that a delivery carries.
  const body = Buffer.from(JSON.stringify(event));
  const attemptId = ids.next('att', at);
  const signed = { attemptId, eventId: event.id, eventType: event.type, body, at };
  const headers = deliveryHeaders({ ...signed, keys: [signingKey(secret)] });
  print(telling.forwarding(event, at));
  const result = await sender.send({ environment: 'test', url: forwardTo, headers, body });
  totals[result.error === null ? 'accepted' : 'failed']++;
  print(telling.answered(event, result, systemClock.now()));
}

const ids = createIds(systemClock.nowMs, createRandom());

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
