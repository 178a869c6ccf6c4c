import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { fiatOf, formatFiat, parseFiat, proportionOf } from '../../lib/money.ts';
import { assertOwn } from '../../lib/ownership.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { customersAddress, parseRecipient } from '../../treasury/recipients/recipients.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdOwnPayment, setRefunded } from '../payment/payments.ts';
import { isSettled } from '../payment/states.ts';
import { coverNew, returnedFee, withMissing } from './coverage.ts';
import { mailClaim, mayMailClaim } from './mails.ts';
import { allowAddress } from './name-address.ts';
import type { CreateRefundBody, ListRefundsQuery } from './schema.ts';
import { standingUnits } from './standing-units.ts';
import { addressDeadline } from './states.ts';
import {
  insertRefund,
  type RefundRow,
  selectRefund,
  selectRefundPage,
  selectRefundsById,
  selectUnderWay,
} from './store.ts';
import { announceWaiting } from './waiting-notice.ts';

export { selectRefundsById, updateRefundTransaction } from './store.ts';

/** Issues a refund. Its amount counts at once and updates the payment's status. A worker sends the money. */
export async function createRefund(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: CreateRefundBody,
): Promise<RefundRow> {
  const payment = await holdOwnPayment(tx, caller, body.payment_id);
  const recipient = await recipientOf(ctx, tx, payment, body);
  const isMailed = recipient === null && (await mayMailClaim(tx, payment));
  const row = { ...newRefund(ctx, payment, body, recipient), claim_emailed: isMailed };
  if (body.address !== undefined)
    await allowAddress(
      ctx,
      tx,
      caller,
      { ...row, resourceId: row.refund_id },
      row.refunded_to,
      await withoutRight(tx, payment),
    );
  if (row.environment === 'live') await assertStanding(tx, payment, row);
  const deadline = row.refunded_to === null ? addressDeadline(row.created_at) : null;
  const refund = await addRefund(ctx, tx, payment, row, deadline);
  if (deadline !== null && isMailed) await mailClaim(ctx, tx, payment, row, { deadline, refused: null });
  if (refund.covered_at !== null) return refund;
  const [waiting = refund] = await withMissing(tx, [refund]);
  await announceWaiting(ctx, tx, waiting);
  return waiting;
}

async function withoutRight(tx: Sql, payment: PaymentRow): Promise<string> {
  return (await mayMailClaim(tx, payment))
    ? 'Leave out the address: the customer is then mailed a claim link.'
    : 'Leave out the address, and enter it in the dashboard, or get a claim link for your customer there.';
}

/** The amount counts from now on, also while the refund waits, so that the payment cannot be refunded twice. */
async function addRefund(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  row: RefundRow,
  deadline: Date | null,
): Promise<RefundRow> {
  const fee = await returnedFee(tx, payment, BigInt(row.token_units));
  const refund = { ...row, fee_units: fee.toString() };
  await insertRefund(tx, refund, deadline);
  await countRefund(ctx, tx, payment, refund, 1n);
  return coverNew(ctx, tx, refund);
}

/**
 * Records a refund that was paid already: exactly these units to this address. Null if no amount converts to these
 * units.
 */
export async function addPaidRefund(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  units: bigint,
  toAddress: string,
): Promise<RefundRow | null> {
  const leftMinor = payment.amount_minor - payment.refunded_minor;
  const leftUnits = BigInt(payment.token_units ?? '0') - BigInt(payment.refunded_units);
  if (units > leftUnits || leftUnits === 0n) return null;
  // Units are rounded down, so the amount is this one or one minor unit above.
  const least = proportionOf(leftMinor, units, leftUnits);
  const row = [least, least + 1n]
    .filter((minor) => minor > 0n && minor <= leftMinor)
    .map((minor) => newRefund(ctx, payment, { amount: formatFiat(minor) }, toAddress))
    .find(({ token_units }) => BigInt(token_units) === units);
  return row ? addRefund(ctx, tx, payment, row, null) : null;
}

/** Refuses to refund money that a chain took back after it was final. */
async function assertStanding(tx: Sql, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const standing = await standingUnits(tx, payment);
  if (standing === null || standing - BigInt(payment.refunded_units) >= BigInt(refund.token_units)) return;
  throw new ApiError('PAYMENT_NOT_REFUNDABLE', {
    message: 'The chain took back money of this payment, so it cannot be refunded. Ask the operator.',
    details: { status: payment.status },
  });
}

function newRefund(
  ctx: Context,
  payment: PaymentRow,
  body: Pick<CreateRefundBody, 'amount' | 'reason'>,
  refundedTo: string | null,
): RefundRow {
  const now = ctx.clock.now();
  const { chain, token, token_units: paidUnits } = payment;
  if (!isSettled(payment.status) || !chain || !token || !paidUnits) {
    throw new ApiError('PAYMENT_NOT_REFUNDABLE', { details: { status: payment.status } });
  }
  const leftMinor = payment.amount_minor - payment.refunded_minor;
  const amountMinor = body.amount === undefined ? leftMinor : fiatOf(body.amount);
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
    // Proportional to what is left, so that the last refund returns the remaining units exactly.
    token_units: proportionOf(leftUnits, amountMinor, leftMinor).toString(),
    fee_units: '0',
    covered_at: null,
    reason: body.reason ?? null,
    refunded_to: refundedTo,
    claim_emailed: false,
    is_held: false,
    awaits_screening: false,
    tx_hash: null,
    failure_reason: null,
    failure_message: null,
    created_at: now,
    completed_at: null,
  };
}

/** What a refund of all that is left would send, and where to; null while nobody knows an address. */
export async function refundOutlook(
  ctx: Context,
  payment: PaymentRow,
): Promise<{ units: bigint; to: string | null }> {
  const to = await recipientOf(ctx, ctx.db, payment, {});
  return { units: BigInt(payment.token_units ?? '0') - BigInt(payment.refunded_units), to };
}

/** The given address; otherwise the payer, unless it is unknown, an exchange or a contract that we know. */
async function recipientOf(
  ctx: Context,
  tx: Sql,
  { environment, chain, payer_address: payer }: PaymentRow,
  { address: given, amount }: Pick<CreateRefundBody, 'address' | 'amount'>,
): Promise<string | null> {
  const isUnknown = ctx.modes[environment].isPayerUnknown(amount === undefined ? null : parseFiat(amount));
  const isReal = environment === 'live' && chain !== null;
  const customers = isUnknown ? null : isReal ? await customersAddress(ctx, tx, chain, payer) : payer;
  if (given === undefined || chain === null) return customers;
  if (customers === null) return parseRecipient(ctx, tx, chains[chain].family, given);
  const constraint =
    'only where the payer is unknown or an exchange: other payments are refunded to their payer';
  throw new ApiError('INVALID_PARAMETER', { details: { field: 'address', provided: given, constraint } });
}

/** Adds a refund to the refunded sum of its locked payment, or subtracts a failed one. */
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
  const [refund] = await withMissing(ctx.db, row ? [row] : []);
  return assertOwn(caller, refund, 'REFUND_NOT_FOUND');
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
  return { ...page, rows: await withMissing(ctx.db, page.rows) };
}

export type Refund = RefundRow;

/** Refunds of a payment that have not ended. */
export async function refundsUnderWay(sql: Sql, payment: PaymentRow): Promise<Refund[]> {
  return selectRefundsById(sql, await selectUnderWay(sql, payment));
}

/** The newest refunds of one payment. */
export async function refundsOf(
  ctx: Context,
  payment: { payment_id: string; merchant_id: string; environment: Environment },
  limit: number,
): Promise<Refund[]> {
  const filter = { environment: payment.environment, paymentId: payment.payment_id, status: null };
  const newest = { merchantId: payment.merchant_id, cursorId: null, direction: 'older', limit } as const;
  return withMissing(ctx.db, (await selectRefundPage(ctx.db, filter, newest)).rows);
}
