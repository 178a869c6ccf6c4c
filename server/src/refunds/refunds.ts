import type { Caller } from '../caller.ts';
import { type ChainId, chains } from '../chains/registry.ts';
import { parseWalletAddress } from '../chains/wallet-addresses.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { Page } from '../db/page.ts';
import { dayMs } from '../durations.ts';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import { formatFiat, parseFiat, proportionOf } from '../money.ts';
import { assertOwn } from '../ownership.ts';
import { assertCursor, readPage } from '../pagination.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { holdOwnPayment, setRefunded } from '../payments/payments.ts';
import { isSettled } from '../payments/states.ts';
import { type NewTransfer, requestTransfer } from '../transfers/transfers.ts';
import { standingUnits } from '../unapplied-funds/unapplied-funds.ts';
import type { CreateRefundBody, ListRefundsQuery } from './schema.ts';
import { insertRefund, type RefundRow, selectRefund, selectRefundPage, updateTransaction } from './store.ts';

/** Issues a refund. Its amount counts at once, and the payment's status follows. A worker sends the money. */
export async function createRefund(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: CreateRefundBody,
): Promise<RefundRow> {
  const payment = await holdOwnPayment(tx, caller, body.payment_id);
  const row = newRefund(ctx, payment, body);
  if (row.environment === 'live') await assertStanding(tx, payment, row);
  await insertRefund(tx, row, row.refunded_to === null ? addressDeadline(row) : null);
  await countRefund(ctx, tx, payment, row, 1n);
  if (row.refunded_to !== null) await requestTransfer(ctx, tx, transferOf(row, row.refunded_to));
  return row;
}

/** Money that a chain took back after it was final is not sent out again. */
async function assertStanding(tx: Sql, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const standing = await standingUnits(tx, payment);
  if (standing === null || standing - BigInt(payment.refunded_units) >= BigInt(refund.token_units)) return;
  throw new ApiError('PAYMENT_NOT_REFUNDABLE', {
    message: 'The chain took back money of this payment, so it cannot be refunded. Ask the operator.',
    details: { status: payment.status },
  });
}

/** How long a refund waits for an address. */
const waitForAddressMs = 7 * dayMs;

function addressDeadline({ created_at }: RefundRow): Date {
  return new Date(created_at.getTime() + waitForAddressMs);
}

/** Its id is that of the refund, so that the vault pays a refund once, whatever the database says. */
function transferOf(row: RefundRow, toAddress: string): NewTransfer {
  return {
    transferId: row.refund_id,
    kind: 'refund',
    environment: row.environment,
    merchantId: row.merchant_id,
    chain: row.chain,
    token: row.token,
    toAddress,
    units: BigInt(row.token_units),
    source: row.refund_id,
  };
}

function newRefund(ctx: Context, payment: PaymentRow, body: CreateRefundBody): RefundRow {
  const now = ctx.clock.now();
  const { chain, token, token_units: paidUnits } = payment;
  if (!isSettled(payment.status) || !chain || !token || !paidUnits) {
    throw new ApiError('PAYMENT_NOT_REFUNDABLE', { details: { status: payment.status } });
  }
  const refundedTo = recipientOf(payment, chain, body.address);
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
    refunded_to: refundedTo,
    tx_hash: null,
    failure_reason: null,
    failure_message: null,
    created_at: now,
    completed_at: null,
  };
}

/** The payer. Only where nobody knows who paid does the merchant say where the money goes; null until then. */
function recipientOf(payment: PaymentRow, chain: ChainId, given: string | undefined): string | null {
  const { payer_address: payer } = payment;
  if (given === undefined) return payer;
  const refuse = (constraint: string) =>
    new ApiError('INVALID_PARAMETER', { details: { field: 'address', provided: given, constraint } });
  if (payer !== null) throw refuse('only for a payment without payer_address: others are refunded to it');
  const parsed = parseWalletAddress(chains[chain].family, given);
  if ('problem' in parsed) throw refuse(parsed.problem);
  return parsed.address;
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

/** For transfers whose transaction is known before it is final. */
export function showTransaction(ctx: Context, refundId: string, txHash: string): Promise<void> {
  return updateTransaction(ctx.db, refundId, txHash);
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
