import type { FastifyInstance } from 'fastify';
import { underClaim } from '../../../platform/db/idempotency.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import type { HttpContext } from '../../../platform/http/context.ts';
import { ok, page } from '../../../platform/http/envelope.ts';
import { idempotencyHeaders, sealedClaimOf } from '../../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../../platform/http/schema/validation.ts';
import { endpointParams, tags, unknownEndpoint } from '../route-parts.ts';
import { createEndpointBody, listQuery, named, toEndpoint, updateEndpointBody } from '../schema.ts';
import {
  assertReachable,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateSecret,
} from './endpoints.ts';

export function endpointRoutes(api: FastifyInstance, ctx: HttpContext): void {
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
      await assertReachable(ctx, caller, body.url);
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
      config: { permission: 'webhooks.read' },
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
        summary: 'Update a webhook endpoint',
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
      await assertReachable(ctx, caller, body.url);
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
        summary: 'Rotate the signing secret; deliveries are signed with both secrets for 24 hours',
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
