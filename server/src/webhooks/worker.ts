import type { Context } from '../context.ts';
import { isConnectionError } from '../db/client.ts';
import type { Task } from '../jobs/task.ts';
import {
  nextDeliveryDue,
  type RecordedAttempt,
  recordAttempts,
  type TakenDelivery,
  takeDueDeliveries,
} from './delivery-store.ts';
import { Flights } from './flights.ts';
import { nextAttemptAt } from './schedule.ts';
import type { SendResult } from './sender.ts';
import { deliveryHeaders } from './signing.ts';

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

  async function deliver(ctx: Context, delivery: TakenDelivery): Promise<void> {
    const attempted = await attempt(ctx, delivery);
    unrecorded.push(attempted);
    flights.land(delivery, attempted.status === 'succeeded');
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
      const taken = await ctx.db.begin(async (tx) => {
        // A lease lost with the database is a delivery sent again, which a kill costs anyway: not worth a flush.
        await tx`set local synchronous_commit = off`;
        return takeDueDeliveries(tx, now, new Date(now.getTime() + leaseMs), limits);
      });
      for (const delivery of taken) flights.start(delivery, deliver(ctx, delivery));
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

/** Sends one delivery and says what it means. */
async function attempt(ctx: Context, delivery: TakenDelivery): Promise<RecordedAttempt> {
  const at = ctx.clock.now();
  const attemptId = ctx.ids.next('att', at);
  const result = await send(ctx, delivery, attemptId, at);
  const attempts = delivery.attempts + 1;
  const over = result.error === null || delivery.is_test;
  const next = over ? null : nextAttemptAt(attempts, at, ctx.random);
  return {
    attempt_id: attemptId,
    delivery_id: delivery.delivery_id,
    merchant_id: delivery.merchant_id,
    attempts_before: delivery.attempts,
    http_status: result.httpStatus,
    response_body: result.responseBody,
    latency_ms: result.latencyMs,
    error: result.error,
    attempted_at: at,
    status: result.error === null ? 'succeeded' : next === null ? 'failed' : 'pending',
    next_attempt_at: next,
  };
}

/** One attempt, signed. Also used for test deliveries. */
export async function send(
  ctx: Context,
  delivery: TakenDelivery,
  attemptId: string,
  at: Date,
): Promise<SendResult> {
  try {
    const headers = deliveryHeaders({
      attemptId,
      eventId: delivery.event_id,
      eventType: delivery.event_type,
      body: delivery.body,
      secrets: signingSecrets(ctx, delivery, at),
      at,
    });
    return await ctx.sender.send({
      environment: delivery.environment,
      url: delivery.url,
      headers,
      body: delivery.body,
    });
  } catch (error) {
    ctx.log.error({ err: error, delivery_id: delivery.delivery_id }, 'delivery could not be signed');
    return {
      httpStatus: null,
      responseBody: null,
      latencyMs: 0,
      error: 'the signing secret could not be read',
    };
  }
}

function signingSecrets(ctx: Context, delivery: TakenDelivery, at: Date): [string, ...string[]] {
  const { previous_secret: previous, previous_secret_key_id: keyId, previous_secret_until: until } = delivery;
  const owner = delivery.endpoint_id;
  const current = ctx.secrets.open({ sealed: delivery.secret, keyId: delivery.secret_key_id }, owner);
  if (!previous || !keyId || !until || until <= at) return [current];
  try {
    return [current, ctx.secrets.open({ sealed: previous, keyId }, owner)];
  } catch (error) {
    // Its master key is gone: rotating once more is how one recovers from that, so the new secret must do.
    ctx.log.warn({ err: error, endpoint_id: owner }, 'previous signing secret cannot be read');
    return [current];
  }
}
