import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { announcing, recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import {
  refundBackPosting,
  refundLostPosting,
  refundPosting,
  refundSentPosting,
} from '../../treasury/ledger/postings.ts';
import type { ReopenedKind } from '../../treasury/transfers/end-reopened.ts';
import type { TransferRow } from '../../treasury/transfers/transfer.ts';
import { holdPayment } from '../payment/payments.ts';
import { awaitAddress } from './addresses.ts';
import { refundMoney } from './coverage.ts';
import { selectUncoveredSince } from './coverage-store.ts';
import { mailCompleted } from './mails.ts';
import { refundEvent } from './refund-events.ts';
import { countRefund, getRefund } from './refunds.ts';
import { type RefundMove, type RefundWait, waitForBalanceMs } from './states.ts';
import {
  moveRefund,
  type RefundEnd,
  type RefundRow,
  selectRefundsById,
  selectWithoutAddress,
  updateSecondEnd,
} from './store.ts';

/** Transfer follower: a refund ends with its transfer. */
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

/** The recipient refused the money, but another address may accept it. In test mode a failed refund stays failed. */
export function isRefused(transfer: TransferRow | undefined): boolean {
  return ['RECIPIENT_REFUSED', 'INVALID_ADDRESS'].includes(transfer?.failure_reason ?? '');
}

const noAddress = {
  failureReason: 'ADDRESS_REQUIRED',
  failureMessage: 'No address that takes the money was given within 7 days.',
};

/** Fails refunds that got no address in time. Returns how many. */
export async function failWithoutAddress(ctx: Context, limit: number): Promise<number> {
  const due = await selectWithoutAddress(ctx.db, ctx.clock.now(), limit);
  return abandonAll(ctx, due, noAddress, ['address']);
}

const noBalance = {
  failureReason: 'INSUFFICIENT_BALANCE',
  failureMessage: 'The balance did not cover it for 30 days.',
};

/** Fails refunds that the balance did not cover in time. Returns how many. */
export async function failUncovered(ctx: Context, limit: number): Promise<number> {
  const since = new Date(ctx.clock.nowMs() - waitForBalanceMs);
  const due = await selectUncoveredSince(ctx.db, since, limit);
  return abandonAll(ctx, due, noBalance, ['balance']);
}

/** Each in its own transaction, so that one failure does not block the others. */
async function abandonAll(
  ctx: Context,
  refunds: readonly RefundRow[],
  failure: RefundEnd['failure'],
  stillWaitsFor: readonly RefundWait[],
): Promise<number> {
  const end = { failure, txHash: null, sentTo: null, stillWaitsFor };
  let ended = 0;
  for (const refund of refunds) {
    try {
      if (await announcing(ctx, (tx) => endRefund(ctx, tx, refund, 'abandon', end), Boolean)) ended++;
    } catch (error) {
      ctx.log.error({ err: error, refund_id: refund.refund_id }, 'could not end a refund, will retry');
    }
  }
  return ended;
}

const cancelled = {
  failureReason: 'CANCELLED',
  failureMessage: 'You cancelled it before it was sent.',
};

/** The operator cancels a refund that waits for the balance or an address. False if it does not wait. */
export function cancelForOperator(ctx: Context, refund: RefundRow): Promise<boolean> {
  const failure = {
    failureReason: 'CANCELLED',
    failureMessage: 'The operator cancelled it. Nothing was sent.',
  };
  const stillWaitsFor = ['address', 'balance'] as const;
  const end = { failure, txHash: null, sentTo: null, stillWaitsFor };
  return announcing(ctx, (tx) => endRefund(ctx, tx, refund, 'abandon', end), Boolean);
}

/** Cancels a refund that waits for the balance or an address. Nothing was sent. */
export async function cancelRefund(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  refundId: string,
): Promise<RefundRow> {
  const refund = await getRefund(ctx, caller, refundId);
  const stillWaitsFor = ['address', 'balance'] as const;
  const end = { failure: cancelled, txHash: null, sentTo: null, stillWaitsFor };
  if (!(await endRefund(ctx, tx, refund, 'abandon', end)))
    throw new ApiError('REFUND_NOT_WAITING', { details: { status: refund.status } });
  return {
    ...refund,
    status: 'failed',
    failure_reason: cancelled.failureReason,
    failure_message: cancelled.failureMessage,
  };
}

/** Ends a refund in one transaction: status, event, e-mail and, on failure, the payment's status. */
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
  if (move !== 'complete') await countRefund(ctx, tx, payment, row, -1n);
  await book(tx, move, row, now);
  await recordEvents(tx, ctx.ids, [refundEvent(move, row, now)]);
  if (move === 'complete') await mailCompleted(ctx, tx, payment, row);
  return true;
}

/**
 * A refund that completes uncovered was paid before a backup was restored: it is booked even below zero. One that fails
 * uncovered has nothing to book.
 */
async function book(tx: Sql, move: RefundMove, refund: RefundRow, at: Date): Promise<void> {
  const { refund_id: id, covered_at: coveredAt } = refund;
  const money = refundMoney(refund);
  if (move === 'complete')
    await post(tx, [
      ...(coveredAt === null ? [refundPosting(money, id, at, 'restored')] : []),
      refundSentPosting(money, id, at),
    ]);
  else if (coveredAt !== null) await post(tx, [refundBackPosting(money, id, at)]);
}

/** A completed refund whose reopened transfer ends again. */
export const reopenedRefund: ReopenedKind<RefundRow> = {
  kind: 'refund',
  update: updateSecondEnd,
  back: (refund, at) => refundLostPosting(refundMoney(refund), refund.refund_id, at),
};
