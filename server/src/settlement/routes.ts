import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { callerOf } from '../http/authentication.ts';
import { page } from '../http/envelope.ts';
import { answers } from '../http/openapi.ts';
import { listBalances } from './balances.ts';
import { namedBalance, toBalance } from './schema.ts';

export function settlementRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get(
      '/balances',
      {
        schema: {
          operationId: 'listBalances',
          summary: 'List your balances, one for each chain and token',
          tags: ['Balances'],
          response: answers({ status: 200, data: namedBalance, list: true }, []),
        },
      },
      async (request) => page((await listBalances(ctx, callerOf(request))).map(toBalance), false),
    );
  };
}
