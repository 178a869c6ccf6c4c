import type { FastifyInstance } from 'fastify';
import type { Context } from '../../app/context.ts';
import { underClaim } from '../../platform/db/idempotency.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { paymentAdded } from '../payment/payments.ts';
import { namedPayment, toPayment } from '../payment/schema.ts';
import { topUpBody } from './top-up-schema.ts';
import { createTopUp } from './top-ups.ts';

export function topUpRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.post(
      '/balances/top_up',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'topUpBalance',
          summary: 'Create a payment with which you top up a balance of yours',
          description:
            'For refunds that wait for your balance: a payment of exactly what they lack, less what open top-ups ask for. If those ask for all of it, the answer is the newest of them. Open its `checkout_url` and pay it from your own wallet. It is no revenue, and expires after 24 hours. It has no fee, but for what is not missing any more when it is paid.',
          tags: ['Balances'],
          headers: idempotencyHeaders,
          body: topUpBody,
          response: answers({ status: 201, data: namedPayment }, [
            ...bodyErrors,
            'INVALID_CHAIN',
            'INVALID_TOKEN',
            'TOP_UP_NOT_NEEDED',
          ]),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const body = parseBody(topUpBody, request.body);
        const payment = await ctx.db.begin((tx) =>
          underClaim(tx, claimOf(request, 201), async () =>
            toPayment(await createTopUp(ctx, tx, caller, body), ctx.config.publicUrl),
          ),
        );
        paymentAdded(ctx, { expires_at: new Date(payment.expires_at) });
        return reply.code(201).send(ok(payment));
      },
    );
  };
}
