import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import { namedPayment, toPayment } from '../../payments/payment/schema.ts';
import { catchUp, simulatePayment } from '../../payments/test-mode/simulate.ts';
import { selectByHash } from '../../payments/test-mode/simulated-transaction.ts';
import { underClaim } from '../../platform/db/idempotency.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { HttpContext } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { guardPublicRoutes } from '../../platform/http/public.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { messagePage } from '../../platform/pages/page-document.ts';
import type { WebBuild } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import type { ReadState } from '../checkout/routes.ts';
import { optionBody } from '../checkout/schema.ts';
import { payFromTestWallet } from './checkout.ts';
import { simulateBody } from './schema.ts';
import { transactionPage } from './transaction-page.ts';

const paymentParams = Type.Object({ payment_id: Type.String() });

/** The simulate route of the API. */
export function simulateRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.post<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/simulate',
      {
        config: { permission: 'payments.simulate' },
        schema: {
          operationId: 'simulatePayment',
          summary: 'Drive a test payment to its end at once',
          tags: ['Payments'],
          params: paymentParams,
          headers: idempotencyHeaders,
          body: simulateBody,
          response: answers({ status: 200, data: namedPayment }, [
            ...bodyErrors,
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'PAYMENT_ALREADY_COMPLETED',
            'PAYMENT_EXPIRED',
          ]),
        },
      },
      async (request) => {
        const { outcome } = parseBody(simulateBody, request.body);
        const caller = callerOf(request);
        if (outcome === 'fail') await catchUp(ctx, caller, request.params.payment_id);
        const payment = await announcing(ctx, (tx) =>
          underClaim(tx, claimOf(request, 200), async () =>
            toPayment(
              await simulatePayment(ctx, tx, caller, request.params.payment_id, outcome),
              ctx.config.publicUrl,
            ),
          ),
        );
        return ok(payment);
      },
    );
  };
}

/** Pays from the test wallet, for the checkout page. */
export function testWalletRoutes(ctx: Context, readState: ReadState) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Params: { payment_id: string } }>(
      '/checkout/:payment_id/pay',
      { schema: { hide: true } },
      async (request) => {
        await payFromTestWallet(ctx, request.params.payment_id, parseBody(optionBody, request.body));
        return ok(await readState(request.params.payment_id));
      },
    );
  };
}

/** Shows simulated transactions, as a block explorer shows real ones. Whoever has the hash can look. */
export function transactionPageRoutes(ctx: HttpContext, build: WebBuild | null) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.get<{ Params: { chain: string; tx_hash: string } }>(
      '/simulated/:chain/tx/:tx_hash',
      { schema: { hide: true } },
      async (request, reply) => {
        const site = sitePath(ctx.config.publicUrl);
        const files = build?.page('site', site) ?? null;
        const chain = chainIds.find((id) => id === request.params.chain);
        const row = await selectByHash(ctx.db, request.params.tx_hash);
        reply.type('text/html; charset=utf-8');
        if (!files) return reply.code(503).send(messagePage('The pages are not built', notBuilt, 'en', null));
        if (!chain || row?.chain !== chain)
          return reply.code(404).send(messagePage('Transaction not found', notFound, 'en', files));
        return reply.send(transactionPage({ row, chain, now: ctx.clock.now(), files, site }));
      },
    );
  };
}

const notFound = 'No simulated transaction on this chain has this hash.';
const notBuilt = 'Run "npm run build" in the folder of the service and restart it.';
