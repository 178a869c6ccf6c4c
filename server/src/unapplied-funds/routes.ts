import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { callerOf } from '../http/authentication.ts';
import { ok, page } from '../http/envelope.ts';
import { answers } from '../http/openapi.ts';
import { parseQuery } from '../http/validation.ts';
import { listUnappliedQuery, namedUnappliedFund, toUnappliedFund } from './schema.ts';
import { getUnapplied, listUnapplied } from './unapplied-funds.ts';

const tags = ['Unapplied funds'];

export function unappliedRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get<{ Params: { unapplied_id: string } }>(
      '/unapplied_funds/:unapplied_id',
      {
        schema: {
          operationId: 'getUnappliedFund',
          summary: 'Get money that no payment took',
          tags,
          params: Type.Object({ unapplied_id: Type.String() }),
          response: answers({ status: 200, data: namedUnappliedFund }, [
            'UNAPPLIED_FUNDS_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) =>
        ok(toUnappliedFund(await getUnapplied(ctx, callerOf(request), request.params.unapplied_id))),
    );

    api.get(
      '/unapplied_funds',
      {
        schema: {
          operationId: 'listUnappliedFunds',
          summary: 'List money that no payment took, newest first',
          tags,
          querystring: listUnappliedQuery,
          response: answers({ status: 200, data: namedUnappliedFund, list: true }, [
            'INVALID_PARAMETER',
            'UNAPPLIED_FUNDS_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
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
