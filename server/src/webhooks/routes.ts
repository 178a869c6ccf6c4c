import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { underClaim } from '../db/idempotency.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../http/authentication.ts';
import { ok, page } from '../http/envelope.ts';
import { claimOf, idempotencyHeaders, sealedClaimOf } from '../http/idempotency.ts';
import { answers, bodyErrors } from '../http/openapi.ts';
import { parseBody, parseQuery } from '../http/validation.ts';
import { isId } from '../ids.ts';
import { assertCursor, readPage } from '../pagination.ts';
import { listDeliveries, retryDelivery, sendTestDelivery } from './deliveries.ts';
import {
  assertReachable,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateSecret,
} from './endpoints.ts';
import { selectEvent, selectEventPage } from './event-store.ts';
import {
  createEndpointBody,
  listDeliveriesQuery,
  listEventsQuery,
  listQuery,
  named,
  testDeliveryBody,
  toDelivery,
  toEndpoint,
  updateEndpointBody,
} from './schema.ts';

const tags = ['Webhooks'];
const endpointParams = Type.Object({ endpoint_id: Type.String() });
const unknownEndpoint = ['WEBHOOK_ENDPOINT_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'] as const;

export function webhookRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    endpointRoutes(api, ctx);
    deliveryRoutes(api, ctx);
    eventRoutes(api, ctx);
  };
}

function endpointRoutes(api: FastifyInstance, ctx: Context): void {
  api.post(
    '/webhooks/endpoints',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        tags,
        headers: idempotencyHeaders,
        body: createEndpointBody,
        response: answers({ status: 201, data: named.endpoint }, [
          ...bodyErrors,
          'INVALID_URL',
          'DESCRIPTION_TOO_LONG',
        ]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const body = parseBody(createEndpointBody, request.body);
      await assertReachable(ctx, caller.environment, body.url);
      const endpoint = await ctx.db.begin((tx) =>
        underClaim(tx, sealedClaimOf(ctx, request, 201), async () => {
          const made = await createEndpoint(ctx, tx, caller, body);
          return { ...toEndpoint(made), secret: made.plainSecret };
        }),
      );
      return reply.code(201).send(ok(endpoint));
    },
  );

  api.get(
    '/webhooks/endpoints',
    {
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints, newest first',
        tags,
        querystring: listQuery,
        response: answers({ status: 200, data: named.endpoint, list: true }, [
          'INVALID_PARAMETER',
          ...unknownEndpoint,
        ]),
      },
    },
    async (request) => {
      const { rows, hasMore } = await listEndpoints(
        ctx,
        callerOf(request),
        parseQuery(listQuery, request.query),
      );
      return page(rows.map(toEndpoint), hasMore);
    },
  );

  api.patch<{ Params: { endpoint_id: string } }>(
    '/webhooks/endpoints/:endpoint_id',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Change a webhook endpoint',
        tags,
        params: endpointParams,
        body: updateEndpointBody,
        response: answers({ status: 200, data: named.endpoint }, [
          'INVALID_JSON',
          'PAYLOAD_TOO_LARGE',
          'INVALID_PARAMETER',
          'INVALID_URL',
          'DESCRIPTION_TOO_LONG',
          ...unknownEndpoint,
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const body = parseBody(updateEndpointBody, request.body);
      await assertReachable(ctx, caller.environment, body.url);
      return ok(toEndpoint(await changeEndpoint(ctx, caller, request.params.endpoint_id, body)));
    },
  );

  api.delete<{ Params: { endpoint_id: string } }>(
    '/webhooks/endpoints/:endpoint_id',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        tags,
        params: endpointParams,
        response: answers({ status: 200, data: named.deletedEndpoint }, [...unknownEndpoint]),
      },
    },
    async (request) => {
      const endpointId = await deleteEndpoint(ctx, callerOf(request), request.params.endpoint_id);
      return ok({ endpoint_id: endpointId, deleted: true });
    },
  );

  api.post<{ Params: { endpoint_id: string } }>(
    '/webhooks/endpoints/:endpoint_id/rotate_secret',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Give an endpoint a new signing secret; the old one signs beside it for 24 hours',
        tags,
        params: endpointParams,
        headers: idempotencyHeaders,
        response: answers({ status: 200, data: named.endpoint }, [
          'IDEMPOTENCY_CONFLICT',
          'INVALID_PARAMETER',
          ...unknownEndpoint,
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const endpoint = await ctx.db.begin((tx) =>
        underClaim(tx, sealedClaimOf(ctx, request, 200), async () => {
          const rotated = await rotateSecret(ctx, tx, caller, request.params.endpoint_id);
          return { ...toEndpoint(rotated), secret: rotated.plainSecret };
        }),
      );
      return ok(endpoint);
    },
  );
}

function deliveryRoutes(api: FastifyInstance, ctx: Context): void {
  api.get<{ Params: { endpoint_id: string } }>(
    '/webhooks/endpoints/:endpoint_id/deliveries',
    {
      schema: {
        operationId: 'listDeliveries',
        summary: 'List the deliveries of an endpoint with all their attempts, newest first',
        tags,
        params: endpointParams,
        querystring: listDeliveriesQuery,
        response: answers({ status: 200, data: named.delivery, list: true }, [
          'INVALID_PARAMETER',
          'NOT_FOUND',
          ...unknownEndpoint,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listDeliveriesQuery, request.query);
      const history = await listDeliveries(ctx, callerOf(request), request.params.endpoint_id, query);
      const deliveries = history.rows.map(toDelivery);
      return page(deliveries, history.hasMore);
    },
  );

  api.post<{ Params: { delivery_id: string } }>(
    '/webhooks/deliveries/:delivery_id/retry',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'retryDelivery',
        summary: 'Try a delivery once more, now',
        tags,
        params: Type.Object({ delivery_id: Type.String() }),
        headers: idempotencyHeaders,
        response: answers({ status: 200, data: named.delivery }, [
          'IDEMPOTENCY_CONFLICT',
          'INVALID_PARAMETER',
          'NOT_FOUND',
          ...unknownEndpoint,
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const delivery = await ctx.db.begin((tx) =>
        underClaim(tx, claimOf(request, 200), async () =>
          toDelivery(await retryDelivery(ctx, tx, caller, request.params.delivery_id)),
        ),
      );
      ctx.wake.at('deliver-webhooks', ctx.clock.now());
      return ok(delivery);
    },
  );

  api.post(
    '/webhooks/test',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'sendTestDelivery',
        summary: 'Send a sample event to an endpoint and see its answer',
        tags,
        headers: idempotencyHeaders,
        body: testDeliveryBody,
        response: answers({ status: 200, data: named.testDelivery }, [...bodyErrors, ...unknownEndpoint]),
      },
    },
    async (request) => {
      const body = parseBody(testDeliveryBody, request.body);
      const claim = claimOf(request, 200);
      return ok(await sendTestDelivery(ctx, callerOf(request), body.endpoint_id, body.event_type, claim));
    },
  );
}

function eventRoutes(api: FastifyInstance, ctx: Context): void {
  api.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'List events, newest first',
        tags: ['Events'],
        querystring: listEventsQuery,
        response: answers({ status: 200, data: named.event, list: true }, [
          'INVALID_PARAMETER',
          'NOT_FOUND',
          'KEY_ENVIRONMENT_MISMATCH',
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const query = parseQuery(listEventsQuery, request.query);
      const cursor = readPage(query, caller.merchant_id, 'evt', 'NOT_FOUND');
      const filter = { environment: caller.environment, type: query.type ?? null };
      const found = await selectEventPage(ctx.db, filter, cursor);
      assertCursor(found, cursor, caller.environment, 'NOT_FOUND');
      return page(
        found.rows.map((row) => JSON.parse(row.body)),
        found.hasMore,
      );
    },
  );

  api.get<{ Params: { event_id: string } }>(
    '/events/:event_id',
    {
      schema: {
        operationId: 'getEvent',
        summary: 'Get an event',
        tags: ['Events'],
        params: Type.Object({ event_id: Type.String() }),
        response: answers({ status: 200, data: named.event }, ['NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH']),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { event_id } = request.params;
      const key = { event_id, merchant_id: caller.merchant_id };
      const row = isId('evt', event_id) ? await selectEvent(ctx.db, key) : undefined;
      if (!row)
        throw new ApiError('NOT_FOUND', { message: 'No event with this id exists for this merchant.' });
      if (row.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
      return ok(JSON.parse(row.body));
    },
  );
}
