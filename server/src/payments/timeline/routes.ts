import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { page } from '../../platform/http/envelope.ts';
import { answers } from '../../platform/http/schema/openapi.ts';
import type { PaymentBatches } from '../payment/batches.ts';
import { getPayment } from '../payment/payments.ts';
import { namedTimelineEntry } from './schema.ts';
import { readTimeline } from './timeline.ts';

export function timelineRoutes(ctx: Context & PaymentBatches) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/timeline',
      {
        config: { permission: 'payments.read' },
        schema: {
          operationId: 'getPaymentTimeline',
          summary: 'List what happened to a payment, oldest first, at most 500 entries',
          tags: ['Payments'],
          params: Type.Object({ payment_id: Type.String() }),
          response: answers({ status: 200, data: namedTimelineEntry, list: true }, [
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) => {
        const payment = await getPayment(ctx, callerOf(request), request.params.payment_id);
        const { entries, hasMore } = await readTimeline(ctx, payment);
        return page(entries, hasMore);
      },
    );
  };
}
