import type { FastifyInstance } from 'fastify';
import type { Context } from '../../app/context.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers } from '../../platform/http/schema/openapi.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import { createWayQuotes } from '../routes/quotes.ts';
import { approvalAnswer, doOrAnswerPending } from './approval/approval-routes.ts';
import { listBalances } from './balances.ts';
import { payoutRoutes } from './payout-routes.ts';
import { namedBalance, toBalance } from './schema.ts';
import { namedWayQuote, quoteQuery, toWayQuote } from './settings/quote-schema.ts';
import { askForPayouts, assertTarget, possibleTargets, settlementOf } from './settings/settings.ts';
import { namedSettlement, toSettlement } from './settings/settings-schema.ts';
import { walletsOf } from './settings/wallets.ts';

/** Read-only: settings are changed only in the dashboard, so that a stolen API key cannot redirect money. */
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
        const wallets = await walletsOf(ctx, ctx.db, caller);
        return ok(toSettlement(settlement, wallets, possibleTargets(ctx, caller), ctx.clock.now()));
      },
    );

    api.post(
      '/settlement/pay_out',
      {
        config: { permission: 'payouts.write' },
        schema: {
          operationId: 'payOutEverything',
          summary: 'Pay out all balances now, in your settlement asset if you chose one',
          tags: ['Payouts'],
          headers: idempotencyHeaders,
          response: {
            ...answers({ status: 200, data: namedSettlement }, [
              'INVALID_PARAMETER',
              'IDEMPOTENCY_CONFLICT',
              'APPROVAL_REQUIRED',
            ]),
            ...approvalAnswer,
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const asked = await doOrAnswerPending(ctx, request, 200, async (tx) => {
          const settlement = await askForPayouts(ctx, tx, caller);
          const wallets = await walletsOf(ctx, tx, caller);
          return toSettlement(settlement, wallets, possibleTargets(ctx, caller), ctx.clock.now());
        });
        ctx.wake.at('request-payouts', ctx.clock.now());
        return reply.code(asked.status).send(ok(asked.data));
      },
    );

    const quoteWays = createWayQuotes(ctx);
    api.get(
      '/settlement/quote',
      {
        config: { permission: 'payouts.read' },
        schema: {
          operationId: 'quoteSettlement',
          summary: 'Quote what 100 USD of each payment option would be paid out as',
          tags: ['Payouts'],
          querystring: quoteQuery,
          response: answers({ status: 200, data: namedWayQuote, list: true }, [
            'MISSING_REQUIRED_FIELD',
            'INVALID_PARAMETER',
            'INVALID_CHAIN',
            'INVALID_TOKEN',
          ]),
        },
      },
      async (request) => {
        const target = parseQuery(quoteQuery, request.query);
        const caller = callerOf(request);
        assertTarget(ctx, caller, target);
        return page(
          (await quoteWays(caller.environment, target)).map((quote) => toWayQuote(quote, target)),
          false,
        );
      },
    );
  };
}
