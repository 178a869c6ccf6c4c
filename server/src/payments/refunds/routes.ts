import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { announcing } from '../../messages/webhooks/events.ts';
import { underClaim } from '../../platform/db/idempotency.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders, sealedClaimOf } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import { giveAddress } from './addresses.ts';
import { createClaimLink } from './claims.ts';
import { cancelRefund } from './end-refunds.ts';
import { namedByKeys } from './name-address.ts';
import { createRefund, getRefund, listRefunds } from './refunds.ts';
import {
  createRefundBody,
  listRefundsQuery,
  namedClaimLink,
  namedRefund,
  refundAddressBody,
  toRefund,
} from './schema.ts';

const tags = ['Refunds'];
export function refundRoutes(ctx: HttpContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.post(
      '/refunds',
      {
        config: { permission: 'refunds.write' },
        schema: {
          operationId: 'createRefund',
          summary: 'Refund a payment, in full or in part',
          tags,
          headers: idempotencyHeaders,
          body: createRefundBody,
          response: answers({ status: 201, data: namedRefund }, [
            ...bodyErrors,
            'INVALID_AMOUNT',
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'PAYMENT_NOT_REFUNDABLE',
            'REFUND_EXCEEDS_AMOUNT',
          ]),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const body = parseBody(createRefundBody, request.body);
        const refund = await announcing(ctx, (tx) =>
          underClaim(tx, claimOf(request, 201), async () =>
            toRefund(await createRefund(ctx, tx, caller, body)),
          ),
        );
        transferRequested(ctx, caller.environment);
        return reply.code(201).send(ok(refund));
      },
    );

    api.post<{ Params: { refund_id: string } }>(
      '/refunds/:refund_id/address',
      {
        config: { permission: 'refunds.write' },
        schema: {
          operationId: 'setRefundAddress',
          summary: 'Say where to send a refund that waits for an address',
          description: namedByKeys,
          tags,
          params: Type.Object({ refund_id: Type.String() }),
          headers: idempotencyHeaders,
          body: refundAddressBody,
          response: answers({ status: 200, data: namedRefund }, [
            ...bodyErrors,
            'REFUND_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'REFUND_NOT_WAITING',
          ]),
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const { address } = parseBody(refundAddressBody, request.body);
        const { refund_id } = request.params;
        const refund = await announcing(ctx, (tx) =>
          underClaim(tx, claimOf(request, 200), async () =>
            toRefund(await giveAddress(ctx, tx, caller, refund_id, address)),
          ),
        );
        transferRequested(ctx, caller.environment);
        return ok(refund);
      },
    );

    api.post<{ Params: { refund_id: string } }>(
      '/refunds/:refund_id/cancel',
      {
        config: { permission: 'refunds.write' },
        schema: {
          operationId: 'cancelRefund',
          summary: 'Cancel a refund that waits',
          description:
            'For a refund that waits for your balance or for an address. It ends as `failed` with `failure_reason` `CANCELLED`, and its amount can be refunded again.',
          tags,
          params: Type.Object({ refund_id: Type.String() }),
          headers: idempotencyHeaders,
          response: answers({ status: 200, data: namedRefund }, [
            'IDEMPOTENCY_CONFLICT',
            'INVALID_PARAMETER',
            'REFUND_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'REFUND_NOT_WAITING',
          ]),
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const refund = await announcing(ctx, (tx) =>
          underClaim(tx, claimOf(request, 200), async () =>
            toRefund(await cancelRefund(ctx, tx, caller, request.params.refund_id)),
          ),
        );
        return ok(refund);
      },
    );

    api.post<{ Params: { refund_id: string } }>(
      '/refunds/:refund_id/claim_link',
      {
        config: { permission: 'refunds.write' },
        schema: {
          operationId: 'createRefundClaimLink',
          summary: 'Create a link with which your customer says where to send a refund',
          description: `For a refund that waits for an address. Links work until an address is given, by whomever it is. ${namedByKeys}`,
          tags,
          params: Type.Object({ refund_id: Type.String() }),
          headers: idempotencyHeaders,
          response: answers({ status: 201, data: namedClaimLink }, [
            'IDEMPOTENCY_CONFLICT',
            'INVALID_PARAMETER',
            'REFUND_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'REFUND_NOT_WAITING',
          ]),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const link = await announcing(ctx, (tx) =>
          underClaim(tx, sealedClaimOf(ctx, request, 201), () =>
            createClaimLink(ctx, tx, caller, request.params.refund_id),
          ),
        );
        return reply.code(201).send(ok(link));
      },
    );

    api.get<{ Params: { refund_id: string } }>(
      '/refunds/:refund_id',
      {
        config: { permission: 'refunds.read' },
        schema: {
          operationId: 'getRefund',
          summary: 'Get a refund',
          tags,
          params: Type.Object({ refund_id: Type.String() }),
          response: answers({ status: 200, data: namedRefund }, [
            'REFUND_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) => ok(toRefund(await getRefund(ctx, callerOf(request), request.params.refund_id))),
    );

    api.get(
      '/refunds',
      {
        config: { permission: 'refunds.read' },
        schema: {
          operationId: 'listRefunds',
          summary: 'List refunds, newest first',
          tags,
          querystring: listRefundsQuery,
          response: answers({ status: 200, data: namedRefund, list: true }, [
            'INVALID_PARAMETER',
            'REFUND_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) => {
        const query = parseQuery(listRefundsQuery, request.query);
        const { rows, hasMore } = await listRefunds(ctx, callerOf(request), query);
        return page(rows.map(toRefund), hasMore);
      },
    );
  };
}
