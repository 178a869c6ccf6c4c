import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import { underClaim } from '../../platform/db/idempotency.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import { creditUnapplied, returnUnapplied } from './resolve-funds.ts';
import { listUnappliedQuery, namedUnappliedFund, returnUnappliedBody, toUnappliedFund } from './schema.ts';
import { getUnapplied, listUnapplied } from './unapplied-funds.ts';

const tags = ['Unapplied funds'];
const params = Type.Object({ unapplied_id: Type.String() });
const unknown = ['UNAPPLIED_FUNDS_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'] as const;

interface ById {
  Params: { unapplied_id: string };
}

export function unappliedRoutes(ctx: Context) {
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

function resolvingRoutes(api: FastifyInstance, ctx: Context): void {
  api.post<ById>(
    '/unapplied_funds/:unapplied_id/return',
    {
      config: { permission: 'refunds.write' },
      schema: {
        operationId: 'returnUnappliedFund',
        summary: 'Send money that no payment took back to its payer, or to an address',
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
