import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/authentication.ts';
import { ok, page } from '../http/envelope.ts';
import { parseQuery } from '../http/validation.ts';
import type { DashboardContext } from './context.ts';
import { paymentsQuery, toPaymentListItem } from './payment-schema.ts';
import { getPaymentDetail, searchPayments } from './payments.ts';
import { memberRoute } from './route-options.ts';

/** Payments with more filters than the API, and payment details with refunds, events and deliveries. */
export function dashboardPaymentRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/payments', memberRoute('searchPayments', 'read'), async (request) => {
      const query = parseQuery(paymentsQuery, request.query);
      const { rows, hasMore } = await searchPayments(ctx, callerOf(request), query);
      return page(rows.map(toPaymentListItem), hasMore);
    });

    api.get<{ Params: { payment_id: string } }>(
      '/payments/:payment_id',
      memberRoute('getPaymentDetail', 'read'),
      async (request) => ok(await getPaymentDetail(ctx, callerOf(request), request.params.payment_id)),
    );
  };
}
