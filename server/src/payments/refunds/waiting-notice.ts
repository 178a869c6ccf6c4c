import type { Context } from '../../app/context.ts';
import { shownSymbol } from '../../lib/chains/registry.ts';
import { formatFiat } from '../../lib/money.ts';
import type { Notice } from '../../messages/notices/notice.ts';
import { recordNotices } from '../../messages/notices/notices.ts';
import { recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { refundEvent } from './refund-events.ts';
import { missingAmount } from './schema.ts';
import { waitForBalanceMs } from './states.ts';
import type { RefundRow } from './store.ts';

/** Notifies the merchant by event and mail that a new refund waits for its balance. */
export async function announceWaiting(ctx: Context, tx: Sql, refund: RefundRow): Promise<void> {
  await recordEvents(tx, ctx.ids, [refundEvent('wait', refund, ctx.clock.now())]);
  await recordNotices(ctx, tx, [noticeOf(ctx, refund)]);
}

function noticeOf({ config }: Context, refund: RefundRow): Notice {
  const { environment, chain, token, refund_id, payment_id } = refund;
  return {
    merchantId: refund.merchant_id,
    environment,
    kind: 'refund_waiting',
    content: {
      kind: 'refund_waiting_notice',
      refund_id,
      amount: formatFiat(refund.amount_minor),
      currency: refund.currency,
      chain,
      token: shownSymbol(environment, token),
      missing_token_amount: missingAmount(refund),
      fails_at: new Date(refund.created_at.getTime() + waitForBalanceMs).toISOString(),
      page_url: `${config.publicUrl}/dashboard/payments/${payment_id}?env=${environment}`,
    },
  };
}
