import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from '../../app/context.ts';
import { nextAttemptAt } from '../../lib/backoff.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { Flights } from './deliveries/flights.ts';
import {
  nextDeliveryDue,
  type TakeLimits,
  type TakenDelivery,
  takeDueDeliveries,
} from './deliveries/lane-store.ts';
import type { Lane } from './deliveries/lanes.ts';
import { createRecorder } from './deliveries/recorder.ts';
import type { SendResult } from './deliveries/sender.ts';
import type { RecordedAttempt } from './deliveries/undelivered-store.ts';
import { type Destination, destinationOf, send } from './endpoints/destination.ts';
import { selectDestinations } from './endpoints/endpoint-store.ts';

/** Longer than an attempt can take. Deliveries of a killed worker are claimed again after this. */
const leaseMs = 30_000;
const minTake = 64;
const takeEveryMs = 50;
/**
 * A request with a new connection takes up to a millisecond, so a batch must not start all of its own at once. Those of
 * lane 2 mostly fail and are in no hurry: between two of them a delivery of lane 1 gets all the way to its receiver.
 */
const starting = {
  1: { atOnce: 4, pause: () => setImmediate() },
  2: { atOnce: 1, pause: () => setTimeout(4) },
};
/** Looking at an endpoint takes a few microseconds, so this keeps claims to a few percent of the database's time. */
const pauseMsPerEndpoint = 0.5;
const maxPauseMs = 1000;
/** With more endpoints, the due time is not computed, and polling finds what is due. */
const maxTimedEndpoints = 200;

/**
 * One task per lane: looking through many endpoints that fail must not delay the claims of those that work. They have
 * the same name, so that one wake-up wakes both. A run only claims; sending continues in the background.
 */
export function createDeliveryTasks(): Task[] {
  const flights = new Flights();
  const recorder = createRecorder();

  async function deliver(ctx: Context, { delivery, destination }: Taken): Promise<void> {
    const at = ctx.clock.now();
    const attemptId = ctx.ids.next('att', at);
    const result = await send(ctx, destination, delivery, attemptId, at);
    const attempt = attemptOf(ctx, delivery, attemptId, at, result);
    const land = () => flights.land(delivery);
    // A failure keeps its slot until it is recorded: before that, claims do not know that the endpoint fails.
    const failed = result.error !== null;
    if (!failed) land();
    recorder.add(ctx, { delivery, destination, result, attempt, recorded: failed ? land : () => {} });
    // Claim more while others are still being sent and recorded.
    if (flights.free(1) >= minTake) ctx.wake.at('deliver-webhooks', ctx.clock.now());
  }

  async function deliverAll(ctx: Context, lane: Lane, taken: Taken[]): Promise<void> {
    const { atOnce, pause } = starting[lane];
    for (const { delivery } of taken) flights.start(delivery);
    for (const [index, each] of taken.entries()) {
      if (index > 0 && index % atOnce === 0) await pause();
      void deliver(ctx, each);
    }
  }

  function laneTask(lane: Lane): Task {
    let lastTakeMs = 0;
    let scanned = 0;
    /** When the next claim may be made, by `performance.now()`. */
    let pausedUntilMs = 0;
    return {
      name: 'deliver-webhooks',
      async run(ctx) {
        const limits = flights.limits(lane);
        const now = ctx.clock.now();
        // A claim costs about the same for one row as for many, so wait for room for a batch, but not for long.
        const tookRecently = Math.abs(now.getTime() - lastTakeMs) < takeEveryMs;
        if (limits.total === 0 || (limits.total < minTake && tookRecently)) return 0;
        if (performance.now() < pausedUntilMs) return 0;
        lastTakeMs = now.getTime();
        const found = await take(ctx, now, limits);
        scanned = found.scanned;
        if (lane === 2)
          pausedUntilMs = performance.now() + Math.min(maxPauseMs, scanned * pauseMsPerEndpoint);
        await deliverAll(ctx, lane, found.taken);
        return found.taken.length;
      },
      async nextDueAt(ctx) {
        const leftMs = pausedUntilMs - performance.now();
        // While deliveries are in flight, the next run starts when one ends, or after `takeEveryMs`.
        if (leftMs > 0 || flights.isBusy())
          return new Date(ctx.clock.nowMs() + Math.max(leftMs, takeEveryMs));
        return scanned > maxTimedEndpoints ? null : nextDeliveryDue(ctx.db, lane);
      },
      async drain() {
        await flights.landed();
        await recorder.drain();
      },
    };
  }

  return [laneTask(1), laneTask(2)];
}

interface Taken {
  delivery: TakenDelivery;
  destination: Destination;
}

async function take(
  ctx: Context,
  now: Date,
  limits: TakeLimits,
): Promise<{ taken: Taken[]; scanned: number }> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const { deliveries, scanned } = await takeDueDeliveries(ctx.db, now, leaseUntil, limits);
  if (deliveries.length === 0) return { taken: [], scanned };
  const endpointIds = new Set(deliveries.map((delivery) => delivery.endpoint_id));
  const rows = await selectDestinations(ctx.db, [...endpointIds]);
  const destinations = new Map(rows.map((row) => [row.endpoint_id, destinationOf(ctx, row, now)]));
  const taken = deliveries.flatMap((delivery) => {
    const destination = destinations.get(delivery.endpoint_id);
    return destination ? [{ delivery, destination }] : [];
  });
  return { taken, scanned };
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
