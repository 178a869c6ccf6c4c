import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { merchantMoney, refundBackPosting, refundPosting } from '../ledger/postings.ts';
import { bookingOf } from '../payments/booking.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { holdPayment } from '../payments/payments.ts';
import type { PaidAgain } from '../transfers/ending-again.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import { announcing, recordEvents } from '../webhooks/events.ts';
import { awaitAddress } from './addresses.ts';
import { mailCompleted } from './mails.ts';
import { refundEvent } from './refund-events.ts';
import { countRefund } from './refunds.ts';
import type { RefundMove } from './states.ts';
import {
  moveRefund,
  type RefundEnd,
  type RefundRow,
  selectRefundsById,
  selectWithoutAddress,
  updateEndedAgain,
} from './store.ts';

/** Follows transfers: a refund ends with its transfer. */
export async function endRefunds(
  ctx: Context,
  tx: Sql,
  transfers: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  const own = transfers.filter(({ kind }) => kind === 'refund');
  const refunds = await selectRefundsById(
    tx,
    own.map(({ source }) => source),
  );
  for (const refund of refunds) {
    const transfer = own.find(({ source }) => source === refund.refund_id);
    if (move === 'failed' && isRefused(transfer)) {
      await awaitAddress(ctx, tx, refund);
      continue;
    }
    const {
      tx_hash: txHash = null,
      to_address: sentTo = null,
      failure_reason = null,
      failure_message = null,
    } = transfer ?? {};
    const failure =
      move === 'failed'
        ? { failureReason: failure_reason ?? '', failureMessage: failure_message ?? '' }
        : null;
    await endRefund(ctx, tx, refund, move === 'completed' ? 'complete' : 'fail', { failure, txHash, sentTo });
  }
}

/** The address takes no money: another one may. In test mode a failed refund stays failed. */
function isRefused(transfer: TransferRow | undefined): boolean {
  return ['RECIPIENT_REFUSED', 'INVALID_ADDRESS'].includes(transfer?.failure_reason ?? '');
}

const noAddress = {
  failureReason: 'ADDRESS_REQUIRED',
  failureMessage: 'No address that takes the money was given within 7 days.',
};

/** Fails refunds that nobody gave an address in time. Returns how many. */
export async function failWithoutAddress(ctx: Context, limit: number): Promise<number> {
  const due = await selectWithoutAddress(ctx.db, ctx.clock.now(), limit);
  const end = { failure: noAddress, txHash: null, sentTo: null };
  for (const refund of due) await announcing(ctx, (tx) => endRefund(ctx, tx, refund, 'fail', end), Boolean);
  return due.length;
}

/** Status, event, e-mail and, on failure, the payment's status, in one transaction. */
async function endRefund(
  ctx: Context,
  tx: Sql,
  refund: RefundRow,
  move: RefundMove,
  end: RefundEnd,
): Promise<boolean> {
  const now = ctx.clock.now();
  // Lock the payment first, as createRefund does, to avoid deadlocks.
  const payment = await holdPayment(tx, refund);
  const row = await moveRefund(tx, move, now, refund, end);
  if (!row || !payment) return false;
  if (move === 'fail') await countRefund(ctx, tx, payment, row, -1n);
  else await book(tx, payment, row, now);
  await recordEvents(tx, ctx.ids, [refundEvent(move, row, now)]);
  if (move === 'complete') await mailCompleted(ctx, tx, payment, row);
  return true;
}

async function book(tx: Sql, payment: PaymentRow, refund: RefundRow, at: Date): Promise<void> {
  // A process of an older build, which knew no fees, may have completed the payment without booking it.
  await post(tx, [...bookingOf(payment, 0n), refundPosting(merchantMoney(refund), refund.refund_id, at)]);
}

/** A refund that is told as completed, and whose transfer ends again. */
export const refundAgain: PaidAgain<RefundRow> = {
  kind: 'refund',
  update: updateEndedAgain,
  back: (refund, at) => refundBackPosting(merchantMoney(refund), refund.refund_id, at),
};
