import { Type } from 'typebox';
import { mailQueued } from '../../messages/email/emails.ts';
import { sendReceiptAgain } from '../../payments/credit/receipts.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, memberRoute, pathIds, ref } from '../route-options.ts';
import { actorOf } from '../settings/audit.ts';
import { namedFoundPayment, namedPaymentDetail, paymentsQuery, toPaymentListItem } from './payment-schema.ts';
import { getPaymentDetail, searchPayments } from './payments.ts';

const params = pathIds('payment_id');
const receipt = Type.Object({ to: Type.String() });

/** Payments with more filters than the API, and payment details with refunds, events and deliveries. */
export function dashboardPaymentRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/payments',
      memberRoute('searchPayments', 'read', {
        querystring: paymentsQuery,
        ...listOf(ref(namedFoundPayment)),
      }),
      async (request) => {
        const query = parseQuery(paymentsQuery, request.query);
        const { rows, hasMore } = await searchPayments(ctx, callerOf(request), query);
        return page(rows.map(toPaymentListItem), hasMore);
      },
    );

    api.get(
      '/payments/:payment_id',
      memberRoute('getPaymentDetail', 'read', { params, ...answer(ref(namedPaymentDetail)) }),
      async (request) => ok(await getPaymentDetail(ctx, callerOf(request), request.params.payment_id)),
    );

    api.post(
      '/payments/:payment_id/receipt',
      memberRoute('sendReceipt', 'payments.write', { params, ...answer(receipt) }),
      async (request) => {
        const { payment_id: resourceId } = request.params;
        const caller = callerOf(request);
        const sent = await ctx.db.begin(async (tx) => {
          const queued = await sendReceiptAgain(ctx, tx, caller, resourceId);
          const deed = { action: 'sendReceipt', resourceId, details: queued };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return queued;
        });
        mailQueued(ctx);
        return ok(sent);
      },
    );
  };
}
