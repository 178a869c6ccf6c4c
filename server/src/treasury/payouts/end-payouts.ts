import type { Context } from '../../app/context.ts';
import { recordNotices } from '../../messages/notices/notices.ts';
import { recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import {
  merchantMoney,
  payoutBackPosting,
  payoutLostPosting,
  payoutSentPosting,
} from '../ledger/postings.ts';
import type { ReopenedKind } from '../transfers/end-reopened.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import type { PayoutRow } from './payout.ts';
import { payoutEvent } from './payout-events.ts';
import { payoutNotice } from './payout-notices.ts';
import { movePayout, updateSecondEnd } from './payout-store.ts';

/** Transfer follower: a payout ends with its transfer. Updates status, ledger and event in one transaction. */
export async function endPayouts(
  ctx: Context,
  tx: Sql,
  transfers: readonly TransferRow[],
  result: 'completed' | 'failed',
): Promise<void> {
  const now = ctx.clock.now();
  const move = result === 'completed' ? 'complete' : 'fail';
  const booking = result === 'completed' ? payoutSentPosting : payoutBackPosting;
  for (const transfer of transfers.filter(({ kind }) => kind === 'payout')) {
    const { tx_hash: txHash, failure_reason: reason, failure_message: message } = transfer;
    const failure = result === 'failed' ? { reason: reason ?? '', message: message ?? '' } : null;
    const row = await movePayout(tx, move, now, transfer.source, { failure, txHash });
    if (!row) continue;
    await post(tx, [booking(merchantMoney(row), row.payout_id, now)]);
    await recordEvents(tx, ctx.ids, [payoutEvent(move, row, now)]);
    if (move === 'complete') await recordNotices(ctx, tx, [payoutNotice(ctx, row, now)]);
  }
}

/** A completed payout whose reopened transfer ends again. */
export const reopenedPayout: ReopenedKind<PayoutRow> = {
  kind: 'payout',
  update: updateSecondEnd,
  back: (payout, at) => payoutLostPosting(merchantMoney(payout), payout.payout_id, at),
};
