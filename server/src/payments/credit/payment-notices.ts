import type { Context } from '../../app/context.ts';
import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { Notice } from '../../messages/notices/notice.ts';
import { recordNotices } from '../../messages/notices/notices.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';

/** Records that payments were received, in the transaction that completes them. */
export async function noticePayments(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  payments: PaymentRow[],
): Promise<void> {
  if (move !== 'confirm' || ctx.mailer === null) return;
  await recordNotices(
    ctx,
    tx,
    payments.flatMap((payment) => noticeOf(ctx, payment) ?? []),
  );
}

function noticeOf({ config }: Context, payment: PaymentRow): Notice | null {
  const { environment, chain, token, token_units: units, completed_at: paidAt } = payment;
  if (!chain || !token || units === null || !paidAt || payment.purpose !== null) return null;
  return {
    merchantId: payment.merchant_id,
    environment,
    kind: 'payment_received',
    content: {
      kind: 'payment_notice',
      payment_id: payment.payment_id,
      amount: formatFiat(payment.amount_minor),
      currency: payment.currency,
      description: payment.description,
      reference_id: payment.reference_id,
      customer_email: payment.customer_email,
      chain,
      token: shownSymbol(environment, token),
      token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
      paid_at: paidAt.toISOString(),
      page_url: `${config.publicUrl}/dashboard/payments/${payment.payment_id}?env=${environment}`,
    },
  };
}
