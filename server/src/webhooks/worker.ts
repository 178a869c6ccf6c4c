import type { Context } from '../context.ts';
import { isConnectionError } from '../db/errors.ts';
import type { Task } from '../jobs/task.ts';
import { type Destination, destinationOf, send } from './destination.ts';
import { selectDestinations } from './endpoint-store.ts';
import { Flights } from './flights.ts';
import { nextAttemptAt } from './schedule.ts';
import type { SendResult } from './sender.ts';
import {
  nextDeliveryDue,
  type RecordedAttempt,
  recordAttempts,
  type TakeLimits,
  type TakenDelivery,
  takeDueDeliveries,
} from './undelivered-store.ts';

/** Longer than an attempt can take; a killed worker's deliveries are taken over after this. */
const leaseMs = 30_000;
const minTake = 64;
const takeEveryMs = 50;
const recordAfterMs = 5;
const recordAtOnce = 200;

/**
 * Takes due deliveries as long as there is room, sends them side by side, and records results together. A run only
 * takes: sending goes on behind it, so that slow receivers hold up nobody but themselves.
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
    // The next are taken while these are still being sent and recorded.
    if (flights.free() >= minTake) ctx.wake.at('deliver-webhooks', ctx.clock.now());
  }

  return {
    name: 'deliver-webhooks',
    async run(ctx) {
      const limits = flights.room();
      const now = ctx.clock.now();
      // Many at a time, since what a take costs hardly depends on how much it brings; but nobody waits long for that.
      const soon = Math.abs(now.getTime() - lastTakeMs) < takeEveryMs;
      if (limits.total === 0 || (limits.total < minTake && soon)) return 0;
      lastTakeMs = now.getTime();
      const taken = await take(ctx, now, limits);
      for (const each of taken) void deliver(ctx, each);
      return taken.length;
    },
    // While something is under way, its landing brings the next run, or failing that the clock.
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

/** Should one of them be at fault, the others are recorded all the same. What is not comes back when its lease ends. */
async function recordTogether(ctx: Context, results: RecordedAttempt[]): Promise<void> {
  try {
    await recordAttempts(ctx.db, results);
  } catch (error) {
    if (results.length > 1 && !isConnectionError(error)) {
      for (const result of results) await recordTogether(ctx, [result]);
      return;
    }
    ctx.log.error({ err: error, attempts: results.length }, 'attempts could not be recorded');
  }
}

/** What an attempt's result means for its delivery. */
function attemptOf(
  ctx: Context,
  delivery: TakenDelivery,
  attemptId: string,
  at: Date,
  result: SendResult,
): RecordedAttempt {
  const attempts = delivery.attempts + 1;
  const over = result.error === null || delivery.is_test;
  const next = over ? null : nextAttemptAt(attempts, at, ctx.random);
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
