import type { Context } from '../../../app/context.ts';
import type { Caller } from '../../../lib/caller.ts';
import { ApiError } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import type { Sql } from '../../../platform/db/client.ts';
import {
  AnswerKept,
  type IdempotencyClaim,
  selectAnswer,
  underClaim,
} from '../../../platform/db/idempotency.ts';
import type { Page } from '../../../platform/db/page.ts';
import { assertCursor, readPage } from '../../../platform/db/pagination.ts';
import { destinationOf, send } from '../endpoints/destination.ts';
import { getEndpoint } from '../endpoints/endpoints.ts';
import { insertEvent } from '../event-store.ts';
import { type EventType, eventBody } from '../events.ts';
import { sampleData } from '../samples.ts';
import type { ListDeliveriesQuery, TestDelivery } from '../schema.ts';
import { statusOf } from './delivery-status.ts';
import {
  type AttemptRow,
  type DeliveryHistory,
  type DeliveryRow,
  insertDelivery,
  type ListedDelivery,
  selectAttempts,
  selectDelivery,
  selectDeliveryPage,
} from './delivery-store.ts';
import {
  insertUndelivered,
  makeDeliveryDue,
  makeFailedDue,
  recordAttempts,
  selectUndelivered,
  type UndeliveredRow,
} from './undelivered-store.ts';

function historyOf(
  delivery: ListedDelivery,
  undelivered: UndeliveredRow | undefined,
  attempts: AttemptRow[],
): DeliveryHistory {
  const next_attempt_at = undelivered?.next_attempt_at ?? null;
  return { ...delivery, status: statusOf(undelivered), next_attempt_at, attempts };
}

export async function listDeliveries(
  ctx: Context,
  caller: Caller,
  endpointId: string,
  query: ListDeliveriesQuery,
): Promise<Page<DeliveryHistory>> {
  const endpoint = await getEndpoint(ctx.db, caller, endpointId);
  const request = readPage(query, caller.merchant_id, 'del', 'NOT_FOUND');
  const filter = {
    endpointId: endpoint.endpoint_id,
    environment: caller.environment,
    eventId: query.event_id ?? null,
    status: query.status ?? null,
  };
  // One snapshot: without it, a result recorded between the queries would show its attempt with the old status.
  const page = await ctx.db.begin('isolation level repeatable read read only', async (tx) => {
    const page = await selectDeliveryPage(tx, filter, request);
    const ids = page.rows.map((row) => row.delivery_id);
    const [undelivered, attempts] = await Promise.all([
      selectUndelivered(tx, endpoint, ids),
      selectAttempts(tx, caller.merchant_id, ids),
    ]);
    const rows = page.rows.map((row) =>
      historyOf(
        row,
        undelivered.find((state) => state.delivery_id === row.delivery_id),
        attempts.filter((attempt) => attempt.delivery_id === row.delivery_id),
      ),
    );
    return { ...page, rows };
  });
  assertCursor(page, request, caller.environment, 'NOT_FOUND');
  return page;
}

/** Makes one more attempt due now. If it fails after the seventh attempt, the delivery is `failed` again. */
export async function retryDelivery(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  deliveryId: string,
): Promise<DeliveryHistory> {
  const key = { delivery_id: deliveryId, merchant_id: caller.merchant_id };
  const known = isId('del', deliveryId) ? await selectDelivery(tx, key) : undefined;
  if (!known) throw unknownDelivery();
  if (known.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
  // Throws when the endpoint was deleted.
  await getEndpoint(tx, caller, known.endpoint_id);
  const undelivered = await makeDeliveryDue(tx, known, ctx.clock.now());
  if (!undelivered) throw unknownDelivery();
  return historyOf(known, undelivered, await selectAttempts(tx, caller.merchant_id, [deliveryId]));
}

const retryBatchSize = 1000;

/**
 * Makes all failed deliveries of an endpoint due once more, each at most once. Every batch has its own transaction, so
 * the worker can start on the first batch while later ones are selected. `note` is called in each transaction.
 */
export async function retryFailed(
  ctx: Context,
  caller: Caller,
  endpointId: string,
  note: (tx: Sql, retried: number) => Promise<unknown>,
): Promise<number> {
  const endpoint = await getEndpoint(ctx.db, caller, endpointId);
  let retried = 0;
  let last = '';
  for (;;) {
    const now = ctx.clock.now();
    const ids = await ctx.db.begin(async (tx) => {
      const batch = await makeFailedDue(tx, endpoint, last, now, retryBatchSize);
      if (batch.length > 0) await note(tx, batch.length);
      return batch.map((row) => row.delivery_id);
    });
    retried += ids.length;
    ctx.wake.at('deliver-webhooks', now);
    if (ids.length < retryBatchSize) return retried;
    last = ids.sort().at(-1) ?? last;
  }
}

/** Test deliveries in progress in this process, by idempotency key. */
const inProgress = new Map<string, Promise<TestDelivery>>();

/**
 * Sends one sample event and returns the endpoint's response. The delivery is recorded like any other but not retried.
 * The idempotency key is checked before sending, and no transaction is open during the request: two processes that get
 * the same key at once may both send, and one result is stored.
 */
export async function sendTestDelivery(
  ctx: Context,
  caller: Caller,
  endpointId: string,
  type: EventType,
  claim: IdempotencyClaim | null,
): Promise<TestDelivery> {
  if (!claim) return testEndpoint(ctx, caller, endpointId, type, null);
  const key = JSON.stringify([claim.merchantId, claim.environment, claim.key]);
  await inProgress.get(key)?.catch(() => undefined);
  if (await selectAnswer(ctx.db, claim)) throw new AnswerKept();
  // A failed request stores no result, so the requests that waited for it run one after the other.
  if (inProgress.has(key)) return sendTestDelivery(ctx, caller, endpointId, type, claim);
  const work = testEndpoint(ctx, caller, endpointId, type, claim).finally(() => inProgress.delete(key));
  inProgress.set(key, work);
  return work;
}

async function testEndpoint(
  ctx: Context,
  caller: Caller,
  endpointId: string,
  type: EventType,
  claim: IdempotencyClaim | null,
): Promise<TestDelivery> {
  const endpoint = await getEndpoint(ctx.db, caller, endpointId);
  const at = ctx.clock.now();
  const { resourceId, data } = sampleData(ctx, type);
  const eventId = ctx.ids.next('evt', at);
  const owner = { merchant_id: caller.merchant_id, environment: caller.environment };
  const event = {
    ...owner,
    event_id: eventId,
    type,
    resource_id: resourceId,
    body: eventBody(eventId, { type, createdAt: at, data }),
    created_at: at,
  };
  const delivery: DeliveryRow = {
    ...owner,
    delivery_id: ctx.ids.next('del', at),
    event_id: eventId,
    endpoint_id: endpoint.endpoint_id,
    event_type: type,
    is_test: true,
    created_at: at,
  };
  // Never due: its only attempt is made here.
  const undelivered: UndeliveredRow = { ...delivery, attempts: 0, next_attempt_at: null };
  const attemptId = ctx.ids.next('att', at);
  const sendable = { event_id: eventId, event_type: type, body: event.body };
  const result = await send(ctx, destinationOf(ctx, endpoint, at), sendable, attemptId, at);
  const answer: TestDelivery = {
    endpoint_id: endpoint.endpoint_id,
    event_id: eventId,
    event_type: type,
    delivery_id: delivery.delivery_id,
    success: result.error === null,
    http_status: result.httpStatus,
    response_body: result.responseBody,
    latency_ms: result.latencyMs,
    error: result.error,
  };
  return ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      await insertEvent(tx, event);
      await insertDelivery(tx, delivery);
      await insertUndelivered(tx, undelivered);
      await recordAttempts(tx, [
        {
          attempt_id: attemptId,
          endpoint_id: endpoint.endpoint_id,
          delivery_id: delivery.delivery_id,
          merchant_id: caller.merchant_id,
          attempts_before: 0,
          http_status: result.httpStatus,
          response_body: result.responseBody,
          latency_ms: result.latencyMs,
          error: result.error,
          attempted_at: at,
          next_attempt_at: null,
        },
      ]);
      return answer;
    }),
  );
}

function unknownDelivery(): ApiError {
  return new ApiError('NOT_FOUND', {
    message: 'No delivery with this id exists for this merchant. Check the id.',
  });
}
