import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ReadState } from '../checkout/routes.ts';
import { optionBody } from '../checkout/schema.ts';
import type { Context } from '../context.ts';
import { underClaim } from '../db/idempotency.ts';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../http/idempotency.ts';
import { answers, bodyErrors } from '../http/openapi.ts';
import { parseBody } from '../http/validation.ts';
import { namedPayment, toPayment } from '../payments/schema.ts';
import { announcing } from '../webhooks/events.ts';
import { payFromTestWallet } from './checkout.ts';
import { simulateBody } from './schema.ts';
import { catchUp, simulatePayment } from './simulate.ts';

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
