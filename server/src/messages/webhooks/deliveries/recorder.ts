import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../app/context.ts';
import { isConnectionError } from '../../../platform/db/errors.ts';
import type { Destination } from '../endpoints/destination.ts';
import { disableIfHopeless } from '../endpoints/disable-endpoint.ts';
import { moveToLane, updateHealth } from '../endpoints/health-store.ts';
import type { TakenDelivery } from './lane-store.ts';
import { type Health, healthOf } from './lanes.ts';
import type { SendResult } from './sender.ts';
import { type RecordedAttempt, recordAttempts } from './undelivered-store.ts';

const recordAfterMs = 5;
const recordAtOnce = 200;
/** How many waiting deliveries leave a lane at once. Few are promoted: an endpoint that works asks for more soon. */
const demotedAtOnce = 1000;
const promotedAtOnce = 16;

/** An attempt that has ended. */
interface Landing {
  delivery: TakenDelivery;
  destination: Destination;
  result: SendResult;
  attempt: RecordedAttempt;
  /** Called once the attempt is recorded. */
  recorded(): void;
}

export interface Recorder {
  add(ctx: Context, landing: Landing): void;
  drain(): Promise<void>;
}

/** Records attempts that end within a few milliseconds of each other together, and what they say about the endpoints. */
export function createRecorder(): Recorder {
  const unrecorded: Landing[] = [];
  /** Endpoints that work again and may still have deliveries in lane 2. */
  const recovering = new Set<string>();
  let recording: Promise<void> | null = null;

  async function record(ctx: Context): Promise<void> {
    if (unrecorded.length < recordAtOnce) await sleep(recordAfterMs);
    const batch = unrecorded.splice(0);
    const attempts = batch.map(({ attempt }) => attempt);
    await recordTogether(ctx, attempts);
    await noteHealth(ctx, batch, recovering).catch((error) =>
      ctx.log.error({ err: error }, 'could not record the health of webhook endpoints'),
    );
    for (const { recorded } of batch) recorded();
    recording = unrecorded.length > 0 ? record(ctx) : null;
    ctx.wake.at('deliver-webhooks', ctx.clock.now());
  }

  return {
    add(ctx, landing) {
      unrecorded.push(landing);
      recording ??= record(ctx);
    },
    async drain() {
      while (recording) await recording;
    },
  };
}

/** If the batch fails, records results one by one. A delivery without a recorded result is sent again after its lease. */
async function recordTogether(ctx: Context, results: RecordedAttempt[]): Promise<void> {
  try {
    await recordAttempts(ctx.db, results);
  } catch (error) {
    if (results.length > 1 && !isConnectionError(error)) {
      for (const result of results) await recordTogether(ctx, [result]);
      return;
    }
    ctx.log.error(
      { err: error, attempts: results.length },
      'could not record delivery attempts; the deliveries will be sent again',
    );
  }
}

/** Writes nothing while endpoints stay as they are. */
async function noteHealth(ctx: Context, batch: Landing[], recovering: Set<string>): Promise<void> {
  // The last result of each endpoint counts.
  const last = [...new Map(batch.map((landing) => [landing.delivery.endpoint_id, landing])).values()];
  const found = last.map(({ delivery, destination, result, attempt }) => ({
    endpoint_id: delivery.endpoint_id,
    merchant_id: delivery.merchant_id,
    at: attempt.attempted_at,
    before: destination.health,
    health: healthOf(result),
    lane: delivery.lane,
  }));
  const changed = found.filter(({ health, before }) => health !== before);
  if (changed.length > 0) await updateHealth(ctx.db, changed);
  const demoted = found.filter(({ health, lane }) => health !== 'prompt' && lane === 1);
  if (demoted.length > 0) await moveToLane(ctx.db, 2, demoted, 'all', demotedAtOnce);
  await promote(ctx, found, recovering);
  for (const landing of batch) await disableIfHopeless(ctx, landing);
}

async function promote(
  ctx: Context,
  found: { endpoint_id: string; merchant_id: string; health: Health; lane: number }[],
  recovering: Set<string>,
): Promise<void> {
  const works = found.filter(
    ({ endpoint_id: id, health, lane }) => health === 'prompt' && (lane === 2 || recovering.has(id)),
  );
  for (const { endpoint_id: id } of found) recovering.delete(id);
  if (works.length === 0) return;
  const due = { dueBy: ctx.clock.now() };
  for (const id of await moveToLane(ctx.db, 1, works, due, promotedAtOnce)) recovering.add(id);
}
