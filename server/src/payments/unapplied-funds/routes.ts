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
import { namedByKeys } from '../refunds/name-address.ts';
import { createReturnClaimLink } from './claims.ts';
import { creditUnapplied, returnUnapplied } from './resolve-funds.ts';
import {
  listUnappliedQuery,
  namedReturnClaimLink,
  namedUnappliedFund,
  returnUnappliedBody,
  toUnappliedFund,
} from './schema.ts';
import { getUnapplied, listUnapplied } from './unapplied-funds.ts';

const tags = ['Unapplied funds'];
const params = Type.Object({ unapplied_id: Type.String() });
const unknown = ['UNAPPLIED_FUNDS_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'] as const;

interface ById {
  Params: { unapplied_id: string };
}

export function unappliedRoutes(ctx: HttpContext) {
  return async (api: FastifyInstance): Promise<void> => {
    resolvingRoutes(api, ctx);

    api.get<ById>(
      '/unapplied_funds/:unapplied_id',
      {
        config: { permission: 'refunds.read' },
        schema: {
          operationId: 'getUnappliedFund',
          summary: 'Get money that no payment took',
          tags,
          params,
          response: answers({ status: 200, data: namedUnappliedFund }, [...unknown]),
        },
      },
      async (request) =>
        ok(toUnappliedFund(await getUnapplied(ctx, callerOf(request), request.params.unapplied_id))),
    );

    api.get(
      '/unapplied_funds',
      {
        config: { permission: 'refunds.read' },
        schema: {
          operationId: 'listUnappliedFunds',
          summary: 'List money that no payment took, newest first',
          tags,
          querystring: listUnappliedQuery,
          response: answers({ status: 200, data: namedUnappliedFund, list: true }, [
            'INVALID_PARAMETER',
            ...unknown,
          ]),
        },
      },
      async (request) => {
        const query = parseQuery(listUnappliedQuery, request.query);
        const { rows, hasMore } = await listUnapplied(ctx, callerOf(request), query);
        return page(rows.map(toUnappliedFund), hasMore);
      },
    );
  };
}

function resolvingRoutes(api: FastifyInstance, ctx: HttpContext): void {
  api.post<ById>(
    '/unapplied_funds/:unapplied_id/return',
    {
      config: { permission: 'refunds.write' },
      schema: {
        operationId: 'returnUnappliedFund',
        summary: 'Send money that no payment took back to its payer, or to an address',
        description:
          'If nobody knows an address of the customer, the customer is mailed a claim link, and the money stays `open` until the customer has said where to send it.',
        tags,
        params,
        headers: idempotencyHeaders,
        body: returnUnappliedBody,
        response: answers({ status: 200, data: namedUnappliedFund }, [
          ...bodyErrors,
          ...unknown,
          'UNAPPLIED_FUNDS_NOT_OPEN',
          'INVALID_TOKEN',
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const body = parseBody(returnUnappliedBody, request.body === undefined ? {} : request.body);
      const fund = await announcing(ctx, (tx) =>
        underClaim(tx, claimOf(request, 200), async () =>
          toUnappliedFund(await returnUnapplied(ctx, tx, caller, request.params.unapplied_id, body)),
        ),
      );
      transferRequested(ctx, caller.environment);
      return ok(fund);
    },
  );

  api.post<ById>(
    '/unapplied_funds/:unapplied_id/claim_link',
    {
      config: { permission: 'refunds.write' },
      schema: {
        operationId: 'createReturnClaimLink',
        summary: 'Create a link with which your customer says where to return money that no payment took',
        description: `Links work for seven days, until the money is returned or credited. It is sent as soon as the customer has given an address. ${namedByKeys}`,
        tags,
        params,
        headers: idempotencyHeaders,
        response: answers({ status: 201, data: namedReturnClaimLink }, [
          'IDEMPOTENCY_CONFLICT',
          'INVALID_PARAMETER',
          ...unknown,
          'UNAPPLIED_FUNDS_NOT_OPEN',
          'INVALID_TOKEN',
        ]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const link = await announcing(ctx, (tx) =>
        underClaim(tx, sealedClaimOf(ctx, request, 201), () =>
          createReturnClaimLink(ctx, tx, caller, request.params.unapplied_id),
        ),
      );
      return reply.code(201).send(ok(link));
    },
  );

  api.post<ById>(
    '/unapplied_funds/:unapplied_id/credit',
    {
      config: { permission: 'refunds.write' },
      schema: {
        operationId: 'creditUnappliedFund',
        summary: 'Add money that no payment took to your balance',
        tags,
        params,
        headers: idempotencyHeaders,
        response: answers({ status: 200, data: namedUnappliedFund }, [
          'IDEMPOTENCY_CONFLICT',
          'INVALID_PARAMETER',
          ...unknown,
          'UNAPPLIED_FUNDS_NOT_OPEN',
          'INVALID_TOKEN',
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const fund = await ctx.db.begin((tx) =>
        underClaim(tx, claimOf(request, 200), async () =>
          toUnappliedFund(await creditUnapplied(ctx, tx, caller, request.params.unapplied_id)),
        ),
      );
      return ok(fund);
    },
  );
}
