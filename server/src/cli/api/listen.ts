import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../lib/clock.ts';
import { createIds } from '../../lib/ids.ts';
import { createRandom } from '../../lib/random.ts';
import { createSender, type Sender } from '../../messages/webhooks/deliveries/sender.ts';
import { deliveryHeaders, signingKey } from '../../messages/webhooks/deliveries/signatures.ts';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';
import { type FollowedEvent, type Follower, followEvents } from './event-follower.ts';
import type { Telling, Totals } from './listen-output.ts';

const pollMs = 1000;
const maxBackoffMs = 30_000;
/** The service's own limit per endpoint. */
const maxAtOnce = 16;

export interface Listening {
  forwardTo: string;
  /** Null for all types. */
  events: string[] | null;
  secret: string;
  telling: Telling;
  /** Stops listening, after pending responses. */
  signal: AbortSignal;
  print(lines: string[]): void;
  /** Reports problems with the API that do not end the command. */
  warn(message: string): void;
}

/** Forwards new events to a local URL, exactly as a webhook endpoint would receive them. */
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

/** Polls about once a second, with backoff while the API is unavailable, until the signal aborts. */
async function* newEvents(
  follower: Follower,
  { signal, warn }: Pick<Listening, 'signal' | 'warn'>,
): AsyncGenerator<FollowedEvent> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const events = await follower.next();
      if (failures > 0) warn('The API is available again. No events were missed.');
      failures = 0;
      yield* events;
      await pause(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiProblem && error.isTemporary)) throw error;
      if (failures === 0) warn(`${error.message} Retrying.`);
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
  // The service serializes events the same way, so the bytes are identical to a real delivery.
  const body = Buffer.from(JSON.stringify(event));
  const attemptId = ids.next('att', at);
  const signed = { attemptId, eventId: event.id, eventType: event.type, body, at };
  const headers = deliveryHeaders({ ...signed, keys: [signingKey(secret)] });
  print(telling.forwarding(event, at));
  const result = await sender.send({ merchantId: null, environment: 'test', url: forwardTo, headers, body });
  totals[result.error === null ? 'accepted' : 'failed']++;
  print(telling.answered(event, result, systemClock.now()));
}

const ids = createIds(systemClock.nowMs, createRandom());

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
