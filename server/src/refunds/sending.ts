import type { ChainAdapter } from '../chains/adapter.ts';
import { tokenDecimals } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { type NewEmail, queueNotices } from '../email/emails.ts';
import { post } from '../ledger/ledger.ts';
import { refundPosting } from '../ledger/postings.ts';
import { formatFiat, formatTokenAmount } from '../money.ts';
import { bookingOf } from '../payments/booking.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { holdPayment } from '../payments/payments.ts';
import { announcing, recordEvents } from '../webhooks/events.ts';
import { refundEvent } from './refund-events.ts';
import { countRefund } from './refunds.ts';
import type { RefundMove } from './states.ts';
import { keepSignedTransfer, moveRefund, type RefundRow, updateRefundCheck } from './store.ts';

/** Interval between status checks of a transfer. */
const askEveryMs = 1000;

/**
 * One step of a refund: sign and store, broadcast, or check. Steps run outside transactions and survive a kill between
 * any two: the signed transfer is stored before it is broadcast, and broadcasting is idempotent.
 */
export async function advanceRefund(ctx: Context, refund: RefundRow): Promise<void> {
  const adapter = ctx.chains.adapter(refund.environment, refund.chain);
  if (refund.tx_hash === null || refund.signed_transfer === null) {
    await broadcast(ctx, adapter, refund, await sign(ctx, adapter, refund));
    return;
  }
  const status = await adapter.transferStatus(refund.tx_hash);
  switch (status.state) {
    case 'final':
      return finish(ctx, refund, 'complete', null);
    case 'reverted':
      return finish(ctx, refund, 'fail', status);
    case 'missing':
      return broadcast(ctx, adapter, refund, { txHash: refund.tx_hash, raw: refund.signed_transfer });
    case 'seen':
      return askLater(ctx, refund);
  }
}

async function sign(ctx: Context, adapter: ChainAdapter, refund: RefundRow) {
  const signed = await adapter.prepareTransfer(await transferOf(adapter, refund));
  return keepSignedTransfer(ctx.db, refund, signed);
}

async function broadcast(
  ctx: Context,
  adapter: ChainAdapter,
  refund: RefundRow,
  signed: { txHash: string; raw: string },
): Promise<void> {
  await adapter.broadcast({ transfer: await transferOf(adapter, refund), ...signed });
  await askLater(ctx, refund);
}

/** From the deposit address back to the payer. */
async function transferOf(adapter: ChainAdapter, refund: RefundRow) {
  return {
    transferId: refund.refund_id,
    fromAddress: await adapter.depositAddress(refund.payment_id),
    toAddress: refund.refunded_to,
    token: refund.token,
    units: BigInt(refund.token_units),
  };
}

function askLater(ctx: Context, refund: RefundRow): Promise<void> {
  return updateRefundCheck(ctx.db, refund, new Date(ctx.clock.nowMs() + askEveryMs));
}

/** Status, event, e-mail and, on failure, the payment's status, in one transaction. */
async function finish(
  ctx: Context,
  refund: RefundRow,
  move: RefundMove,
  failure: { failureReason: string; failureMessage: string } | null,
): Promise<void> {
  const record = async (tx: Sql) => {
    const now = ctx.clock.now();
    // Lock the payment first, as createRefund does, to avoid deadlocks.
    const payment = await holdPayment(tx, refund);
    const row = await moveRefund(tx, move, now, refund, failure);
    if (!row || !payment) return false;
    if (move === 'fail') await countRefund(ctx, tx, payment, row, -1n);
    else await book(tx, payment, row, now);
    await recordEvents(tx, ctx.ids, [refundEvent(move, row, now)]);
    if (move === 'complete') await queueNotice(ctx, tx, payment, row);
    return true;
  };
  await announcing(ctx, record, Boolean);
}

async function book(tx: Sql, payment: PaymentRow, refund: RefundRow, at: Date): Promise<void> {
  const { environment, merchant_id: merchantId, chain, token } = refund;
  const money = { environment, merchantId, chain, token, units: BigInt(refund.token_units) };
  // A process of an older build, which knew no fees, may have completed the payment without booking it.
  await post(tx, [...bookingOf(payment, 0n), refundPosting(money, refund.refund_id, at)]);
}

async function queueNotice(ctx: Context, tx: Sql, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (payment.customer_email === null) return;
  await queueNotices(ctx, tx, [notice(payment, refund, payment.customer_email)]);
}

function notice(payment: PaymentRow, refund: RefundRow, to: string): NewEmail {
  const decimals = tokenDecimals(refund.chain, refund.token);
  return {
    merchantId: refund.merchant_id,
    environment: refund.environment,
    resourceId: refund.refund_id,
    to,
    message: {
      kind: 'refund_completed',
      locale: payment.locale ?? 'en',
      refund_id: refund.refund_id,
      amount: formatFiat(refund.amount_minor),
      currency: refund.currency,
      payment_amount: formatFiat(payment.amount_minor),
      description: payment.description,
      reference_id: payment.reference_id,
      reason: refund.reason,
      chain: refund.chain,
      token: refund.token,
      token_amount: formatTokenAmount(BigInt(refund.token_units), decimals),
      tx_hash: refund.tx_hash ?? '',
      refunded_to: refund.refunded_to,
      completed_at: (refund.completed_at ?? refund.created_at).toISOString(),
    },
  };
}
