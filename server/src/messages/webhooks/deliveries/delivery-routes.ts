import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../app/context.ts';
import { underClaim } from '../../../platform/db/idempotency.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { ok, pageInTurns } from '../../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../../platform/http/schema/validation.ts';
import { endpointParams, tags, unknownEndpoint } from '../route-parts.ts';
import { listDeliveriesQuery, named, testDeliveryBody, toDelivery } from '../schema.ts';
import { listDeliveries, retryDelivery, sendTestDelivery } from './deliveries.ts';

export function deliveryRoutes(api: FastifyInstance, ctx: Context): void {
  api.get<{ Params: { endpoint_id: string } }>(
    '/webhooks/endpoints/:endpoint_id/deliveries',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List the deliveries of an endpoint and their attempts, newest first',
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
    async (request, reply) => {
      const query = parseQuery(listDeliveriesQuery, request.query);
      const history = await listDeliveries(ctx, callerOf(request), request.params.endpoint_id, query);
      reply.type('application/json; charset=utf-8');
      return pageInTurns(history.rows.map(toDelivery), history.hasMore);
    },
  );

  api.post<{ Params: { delivery_id: string } }>(
    '/webhooks/deliveries/:delivery_id/retry',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        operationId: 'retryDelivery',
        summary: 'Retry a delivery now',
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
        summary: 'Send a sample event to an endpoint and return its response',
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
