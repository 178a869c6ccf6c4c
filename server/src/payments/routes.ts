import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../app/context.ts';
import { assertSomeOption } from '../chains/options.ts';
import type { Caller } from '../lib/caller.ts';
import { chainIds, tokens } from '../lib/chains/registry.ts';
import { fiatOf } from '../lib/money.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { ok, page } from '../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../platform/http/idempotency.ts';
import { keptBodies } from '../platform/http/kept-bodies.ts';
import { answers, bodyErrors } from '../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../platform/http/schema/validation.ts';
import { cancelPayment } from './cancel-payment.ts';
import type { PaymentBatches } from './payment/batches.ts';
import type { PaymentRow } from './payment/payment.ts';
import { assertPayable, createPayment, getPayment, listPayments } from './payment/payments.ts';
import { returnUrlChecks } from './payment/return-urls.ts';
import {
  type CreatePaymentBody,
  contentErrors,
  createPaymentBody,
  listPaymentsQuery,
  namedPayment,
  namedPaymentListItem,
  toPayment,
  toPaymentListItem,
} from './payment/schema.ts';

const paymentParams = Type.Object({ payment_id: Type.String() });
const tags = ['Payments'];
const jsonType = 'application/json; charset=utf-8';

export function paymentRoutes(ctx: Context & PaymentBatches) {
  const bodyOf = keptBodies((row: Readonly<PaymentRow>) => ok(toPayment(row, ctx.config.publicUrl)));
  return async (api: FastifyInstance): Promise<void> => {
    api.post(
      '/payments',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'createPayment',
          summary: 'Create a payment',
          tags,
          headers: idempotencyHeaders,
          body: createPaymentBody,
          response: answers({ status: 201, data: namedPayment }, [
            ...bodyErrors,
            ...contentErrors,
            'INVALID_EMAIL',
            'DUPLICATE_REFERENCE',
          ]),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const body = parseBody(createPaymentBody, request.body, {
          currency: (checked) => checkAmount(ctx, caller, checked),
          ...returnUrlChecks(caller.environment),
          accepted_tokens: (checked) =>
            assertSomeOption(checked.accepted_chains ?? chainIds, checked.accepted_tokens ?? tokens),
        });
        const { payment, answer } = await createPayment(ctx, caller, body, claimOf(request, 201));
        // Send the bytes that were kept for replays.
        return reply
          .code(201)
          .type(jsonType)
          .send(answer?.body ?? ok(payment));
      },
    );

    api.get<{ Params: { payment_id: string } }>(
      '/payments/:payment_id',
      {
        config: { permission: 'payments.read' },
        schema: {
          operationId: 'getPayment',
          summary: 'Get a payment',
          tags,
          params: paymentParams,
          response: answers({ status: 200, data: namedPayment }, [
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request, reply) => {
        const row = await getPayment(ctx, callerOf(request), request.params.payment_id);
        return reply.type(jsonType).send(bodyOf(row));
      },
    );

    api.post<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/cancel',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'cancelPayment',
          summary: 'Cancel a pending payment',
          tags,
          params: paymentParams,
          headers: idempotencyHeaders,
          response: answers({ status: 200, data: namedPayment }, [
            'INVALID_PARAMETER',
            'IDEMPOTENCY_CONFLICT',
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'PAYMENT_ALREADY_COMPLETED',
            'PAYMENT_EXPIRED',
            'PAYMENT_IN_PROGRESS',
          ]),
        },
      },
      async (request) =>
        ok(await cancelPayment(ctx, callerOf(request), request.params.payment_id, claimOf(request, 200))),
    );

    api.get(
      '/payments',
      {
        config: { permission: 'payments.read' },
        schema: {
          operationId: 'listPayments',
          summary: 'List payments, newest first',
          tags,
          querystring: listPaymentsQuery,
          response: answers({ status: 200, data: namedPaymentListItem, list: true }, [
            'INVALID_PARAMETER',
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) => {
        const query = parseQuery(listPaymentsQuery, request.query);
        const { rows, hasMore } = await listPayments(ctx, callerOf(request), query);
        return page(rows.map(toPaymentListItem), hasMore);
      },
    );
  };
}

/** Amount and currency are checked together, before later fields. */
function checkAmount(ctx: Context, caller: Caller, { amount, currency }: Partial<CreatePaymentBody>): void {
  if (amount === undefined || currency === undefined) return;
  const amountMinor = fiatOf(amount);
  assertPayable(ctx, caller, { amount_minor: amountMinor, currency }, amount);
}
