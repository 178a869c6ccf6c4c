import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { Page } from '../db/page.ts';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import { formatFiat, parseFiat, proportionOf } from '../money.ts';
import { assertOwn } from '../ownership.ts';
import { assertCursor, readPage } from '../pagination.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { holdOwnPayment, setRefunded } from '../payments/payments.ts';
import { isSettled } from '../payments/states.ts';
import type { CreateRefundBody, ListRefundsQuery } from './schema.ts';
import { insertRefund, type RefundRow, selectRefund, selectRefundPage } from './store.ts';

/** Issues a refund. Its amount counts at once, and the payment's status follows. A worker sends the money. */
export async function createRefund(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: CreateRefundBody,
): Promise<RefundRow> {
  const payment = await holdOwnPayment(tx, caller, body.payment_id);
  const row = newRefund(ctx, payment, body);
  await insertRefund(tx, row);
  await countRefund(ctx, tx, payment, row, 1n);
  return row;
}

function newRefund(ctx: Context, payment: PaymentRow, body: CreateRefundBody): RefundRow {
  const now = ctx.clock.now();
  const { chain, token, token_units: paidUnits, payer_address: payer } = payment;
  if (!isSettled(payment.status) || !chain || !token || !paidUnits || !payer) {
    throw new ApiError('PAYMENT_NOT_REFUNDABLE', { details: { status: payment.status } });
  }
  if (payment.environment === 'live') {
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: 'Live refunds are not supported yet. Ask the operator to return the money from the vault.',
    });
  }
  const leftMinor = payment.amount_minor - payment.refunded_minor;
  const amountMinor = body.amount === undefined ? leftMinor : (parseFiat(body.amount) ?? 0n);
  if (leftMinor === 0n || amountMinor > leftMinor) {
    const details = { field: 'amount', provided: body.amount ?? null, refundable: formatFiat(leftMinor) };
    throw new ApiError('REFUND_EXCEEDS_AMOUNT', { details });
  }
  const leftUnits = BigInt(paidUnits) - BigInt(payment.refunded_units);
  return {
    refund_id: ctx.ids.next('ref', now),
    merchant_id: payment.merchant_id,
    environment: payment.environment,
    payment_id: payment.payment_id,
    status: 'processing',
    amount_minor: amountMinor,
    currency: payment.currency,
    chain,
    token,
    // A proportion of what is left, so that the last refund returns the remaining units exactly.
    token_units: proportionOf(leftUnits, amountMinor, leftMinor).toString(),
    reason: body.reason ?? null,
    refunded_to: payer,
    tx_hash: null,
    signed_transfer: null,
    failure_reason: null,
    failure_message: null,
    created_at: now,
    completed_at: null,
  };
}

/** Adds a refund to the refunded sum of its locked payment, or subtracts one that failed. */
export async function countRefund(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  refund: RefundRow,
  sign: 1n | -1n,
): Promise<void> {
  await setRefunded(ctx, tx, payment, {
    minor: payment.refunded_minor + sign * refund.amount_minor,
    units: BigInt(payment.refunded_units) + sign * BigInt(refund.token_units),
  });
}

export async function getRefund(ctx: Context, caller: Caller, refundId: string): Promise<RefundRow> {
  const key = { refund_id: refundId, merchant_id: caller.merchant_id };
  const row = isId('ref', refundId) ? await selectRefund(ctx.db, key) : undefined;
  return assertOwn(caller, row, 'REFUND_NOT_FOUND');
}

export async function listRefunds(
  ctx: Context,
  caller: Caller,
  query: ListRefundsQuery,
): Promise<Page<RefundRow>> {
  const request = readPage(query, caller.merchant_id, 'ref', 'REFUND_NOT_FOUND');
  const filter = {
    environment: caller.environment,
    paymentId: query.payment_id ?? null,
    status: query.status ?? null,
  };
  const page = await selectRefundPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'REFUND_NOT_FOUND');
  return page;
}

export type Refund = RefundRow;

/** The newest refunds of one payment. */
export async function refundsOf(
  ctx: Context,
  payment: { payment_id: string; merchant_id: string; environment: Environment },
  limit: number,
): Promise<Refund[]> {
  const filter = { environment: payment.environment, paymentId: payment.payment_id, status: null };
  const newest = { merchantId: payment.merchant_id, cursorId: null, direction: 'older', limit } as const;
  return (await selectRefundPage(ctx.db, filter, newest)).rows;
}
