import type { FastifyInstance } from 'fastify';
import { mailQueued } from '../email/emails.ts';
import { callerOf } from '../http/authentication.ts';
import { ok, page } from '../http/envelope.ts';
import { parseQuery } from '../http/validation.ts';
import { recordAudit } from '../merchants/audit.ts';
import { sendReceiptAgain } from '../payments/receipts.ts';
import { actorOf } from './audit.ts';
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

    api.post<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/receipt',
      memberRoute('sendReceipt', 'payments.write'),
      async (request) => {
        const { payment_id: resourceId } = request.params;
        const caller = callerOf(request);
        const sent = await ctx.db.begin(async (tx) => {
          const receipt = await sendReceiptAgain(ctx, tx, caller, resourceId);
          const deed = { action: 'sendReceipt', resourceId, details: { to: receipt.to } };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return receipt;
        });
        mailQueued(ctx);
        return ok(sent);
      },
    );
  };
}
