import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { callerOf } from '../http/authentication.ts';
import { ok, page } from '../http/envelope.ts';
import { answers } from '../http/openapi.ts';
import { listBalances } from './balances.ts';
import { payoutRoutes } from './payout-routes.ts';
import { namedBalance, toBalance } from './schema.ts';
import { settlementOf } from './settings.ts';
import { namedSettlement, toSettlement } from './settings-schema.ts';
import { walletsOf } from './wallets.ts';

/** Settings are changed in the dashboard alone: a stolen key must not redirect money. */
export function settlementRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get(
      '/balances',
      {
        config: { permission: 'payouts.read' },
        schema: {
          operationId: 'listBalances',
          summary: 'List your balances, one for each chain and token',
          tags: ['Balances'],
          response: answers({ status: 200, data: namedBalance, list: true }, []),
        },
      },
      async (request) => page((await listBalances(ctx, callerOf(request))).map(toBalance), false),
    );

    payoutRoutes(api, ctx);

    api.get(
      '/settlement',
      {
        config: { permission: 'payouts.read' },
        schema: {
          operationId: 'getSettlement',
          summary: 'Get your settlement settings and payout wallets',
          tags: ['Payouts'],
          response: answers({ status: 200, data: namedSettlement }, []),
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const settlement = await settlementOf(ctx, ctx.db, caller);
        return ok(toSettlement(settlement, await walletsOf(ctx, ctx.db, caller), ctx.clock.now()));
      },
    );
  };
}
