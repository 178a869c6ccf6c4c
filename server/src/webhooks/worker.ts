import { nextAttemptAt } from '../backoff.ts';
import type { Context } from '../context.ts';
import { isConnectionError } from '../db/errors.ts';
import type { Task } from '../jobs/task.ts';
import { type Destination, destinationOf, send } from './destination.ts';
import { selectDestinations } from './endpoint-store.ts';
import { Flights } from './flights.ts';
import type { SendResult } from './sender.ts';
import {
  nextDeliveryDue,
  type RecordedAttempt,
  recordAttempts,
  type TakeLimits,
  type TakenDelivery,
  takeDueDeliveries,
} from './undelivered-store.ts';

/** Longer than an attempt can take. Deliveries of a killed worker are claimed again after this. */
const leaseMs = 30_000;
const minTake = 64;
const takeEveryMs = 50;
const recordAfterMs = 5;
const recordAtOnce = 200;

/**
 * Claims due deliveries up to the concurrency limits, sends them in parallel and records results in batches. A run only
 * claims; sending continues in the background, so that slow receivers delay nobody else.
 */
export function createDeliveryTask(): Task {
  const flights = new Flights();
  const unrecorded: RecordedAttempt[] = [];
  let recording: Promise<void> | null = null;
  let lastTakeMs = 0;

  async function record(ctx: Context): Promise<void> {
    if (unrecorded.length < recordAtOnce) await new Promise((resolve) => setTimeout(resolve, recordAfterMs));
    await recordTogether(ctx, unrecorded.splice(0));
    recording = unrecorded.length > 0 ? record(ctx) : null;
    ctx.wake.at('deliver-webhooks', ctx.clock.now());
  }

  async function deliver(ctx: Context, { delivery, destination }: Taken): Promise<void> {
    flights.start(delivery);
    const at = ctx.clock.now();
    const attemptId = ctx.ids.next('att', at);
    const result = await send(ctx, destination, delivery, attemptId, at);
    unrecorded.push(attemptOf(ctx, delivery, attemptId, at, result));
    flights.land(delivery, result.error === null);
    recording ??= record(ctx);
    // Claim more while others are still being sent and recorded.
    if (flights.free() >= minTake) ctx.wake.at('deliver-webhooks', ctx.clock.now());
  }

  return {
    name: 'deliver-webhooks',
    async run(ctx) {
      const limits = flights.room();
      const now = ctx.clock.now();
      // A claim costs about the same for one row as for many, so wait for room for a batch, but not for long.
      const tookRecently = Math.abs(now.getTime() - lastTakeMs) < takeEveryMs;
      if (limits.total === 0 || (limits.total < minTake && tookRecently)) return 0;
      lastTakeMs = now.getTime();
      const taken = await take(ctx, now, limits);
      for (const each of taken) void deliver(ctx, each);
      return taken.length;
    },
    // While deliveries are in flight, the next run starts when one ends, or after `takeEveryMs`.
    nextDueAt: async (ctx) =>
      flights.isBusy() ? new Date(ctx.clock.nowMs() + takeEveryMs) : nextDeliveryDue(ctx.db),
    async drain() {
      await flights.landed();
      while (recording) await recording;
    },
  };
}

interface Taken {
  delivery: TakenDelivery;
  destination: Destination;
}

async function take(ctx: Context, now: Date, limits: TakeLimits): Promise<Taken[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const deliveries = await takeDueDeliveries(ctx.db, now, leaseUntil, limits);
  if (deliveries.length === 0) return [];
  const endpointIds = new Set(deliveries.map((delivery) => delivery.endpoint_id));
  const rows = await selectDestinations(ctx.db, [...endpointIds]);
  const destinations = new Map(rows.map((row) => [row.endpoint_id, destinationOf(ctx, row, now)]));
  return deliveries.flatMap((delivery) => {
    const destination = destinations.get(delivery.endpoint_id);
    return destination ? [{ delivery, destination }] : [];
  });
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

/** The attempt to record, with the time of the next one. */
function attemptOf(
  ctx: Context,
  delivery: TakenDelivery,
  attemptId: string,
  at: Date,
  result: SendResult,
): RecordedAttempt {
  const attempts = delivery.attempts + 1;
  const isLast = result.error === null || delivery.is_test;
  const next = isLast ? null : nextAttemptAt(attempts, at, ctx.random);
  return {
    attempt_id: attemptId,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.delivery_id,
    merchant_id: delivery.merchant_id,
    attempts_before: delivery.attempts,
    http_status: result.httpStatus,
    response_body: result.responseBody,
    latency_ms: result.latencyMs,
    error: result.error,
    attempted_at: at,
    next_attempt_at: next,
  };
}
