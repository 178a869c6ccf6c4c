import type { Context } from '../../app/context.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance, post } from '../../treasury/ledger/ledger.ts';
import { merchantMoney, type RefundMoney, refundPosting } from '../../treasury/ledger/postings.ts';
import { type BalanceKey, waitingRefunds } from '../../treasury/payouts/waiting-refunds.ts';
import { requestTransfer, transferRequested } from '../../treasury/transfers/transfers.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdPayment } from '../payment/payments.ts';
import {
  isAnyAhead,
  selectFeeLeft,
  selectMissing,
  selectWaiting,
  selectWaitingAccounts,
  updateCovered,
} from './coverage-store.ts';
import { holdRefunds } from './hold-refunds.ts';
import { transferOf } from './refund-transfer.ts';
import type { RefundRow } from './store.ts';

/*
 * A refund is sent only after its money was taken out of the merchant's balance: it is then covered. If the balance is
 * too small, refunds wait, oldest first, until payments, a top-up or cancelled refunds raise it.
 */

export function refundMoney(refund: RefundRow): RefundMoney {
  return { ...merchantMoney(refund), fee: BigInt(refund.fee_units) };
}

/** Units that a refund takes from the balance. */
function neededUnits({ units, fee }: RefundMoney): bigint {
  return units - fee;
}

/** The part of the operator's fee that a refund of these units returns. The last refund returns the remainder. */
export async function returnedFee(tx: Sql, payment: PaymentRow, units: bigint): Promise<bigint> {
  const feeLeft = await selectFeeLeft(tx, payment);
  const leftUnits = BigInt(payment.token_units ?? '0') - BigInt(payment.refunded_units);
  if (feeLeft === 0n || leftUnits <= 0n) return 0n;
  const share = (feeLeft * units) / leftUnits;
  return share < units ? share : units;
}

/** Covers a new refund if the balance suffices and no older refund waits. The caller has locked its payment. */
export async function coverNew(ctx: Context, tx: Sql, refund: RefundRow): Promise<RefundRow> {
  const balance = await holdBalance(tx, accountOf(refund));
  if (balance < neededUnits(refundMoney(refund)) || (await isAnyAhead(tx, refund))) return refund;
  return (await cover(ctx, tx, refund)) ?? refund;
}

/** The caller has locked the balance, and it suffices. Undefined if the refund does not wait any more. */
async function cover(ctx: Context, tx: Sql, refund: RefundRow): Promise<RefundRow | undefined> {
  const now = ctx.clock.now();
  const covered = await updateCovered(tx, refund, now);
  if (!covered) return undefined;
  await post(tx, [refundPosting(refundMoney(covered), covered.refund_id, now)]);
  await sendIfReady(ctx, tx, covered);
  return covered;
}

/** Requests the transfer of a refund that is covered and has an address. */
export async function sendIfReady(ctx: Context, tx: Sql, refund: RefundRow): Promise<void> {
  if (refund.covered_at !== null && refund.refunded_to !== null)
    await requestTransfer(ctx, tx, transferOf(refund, refund.refunded_to));
}

const accountsAtOnce = 20;
const refundsAtOnce = 20;

/** Covers waiting refunds whose balance suffices now. Returns how many. */
export async function coverWaiting(ctx: Context): Promise<number> {
  let covered = 0;
  let after = '';
  for (;;) {
    const accounts = await selectWaitingAccounts(ctx.db, after, accountsAtOnce);
    for (const account of accounts) covered += await coverApart(ctx, account);
    const last = accounts.at(-1);
    if (!last || accounts.length < accountsAtOnce) return covered;
    after = last.refund_id;
  }
}

/** One merchant's error must not block the others. */
async function coverApart(ctx: Context, account: BalanceKey): Promise<number> {
  try {
    const covered = await announcing(
      ctx,
      (tx) => coverAccount(ctx, tx, account),
      (done) => done > 0,
    );
    if (covered > 0) transferRequested(ctx, account.environment);
    return covered;
  } catch (error) {
    ctx.log.error({ err: error, ...account }, 'could not cover refunds, will retry');
    return 0;
  }
}

/** Covers in order of creation: small refunds do not overtake an older, larger one. */
async function coverAccount(ctx: Context, tx: Sql, account: BalanceKey): Promise<number> {
  const waiting = await selectWaiting(tx, account, refundsAtOnce);
  const payments = await lockPayments(tx, waiting);
  let left = await holdBalance(tx, accountOf(account));
  let covered = 0;
  for (const refund of waiting) {
    const needed = neededUnits(refundMoney(refund));
    if (needed > left) break;
    if (!(await cover(ctx, tx, refund))) continue;
    left -= needed;
    covered++;
  }
  if (covered > 0 && account.environment === 'live') await holdRefunds(tx, payments);
  return covered;
}

/** Locks payments before the balance and in one order, as everywhere, to avoid deadlocks. */
async function lockPayments(tx: Sql, refunds: readonly RefundRow[]): Promise<PaymentRow[]> {
  const keys = new Map(
    refunds.map(({ payment_id, merchant_id }) => [payment_id, { payment_id, merchant_id }]),
  );
  const payments: PaymentRow[] = [];
  for (const paymentId of [...keys.keys()].sort()) {
    const key = keys.get(paymentId);
    const payment = key && (await holdPayment(tx, key));
    if (payment) payments.push(payment);
  }
  return payments;
}

function accountOf({ merchant_id: merchantId, environment, chain, token }: BalanceKey) {
  return { merchantId, environment, chain, token };
}

/** Adds `missing_units` to refunds that wait for the balance. */
export async function withMissing(sql: Sql, refunds: readonly RefundRow[]): Promise<RefundRow[]> {
  const waiting = refunds.filter(({ status, covered_at }) => status === 'processing' && covered_at === null);
  if (waiting.length === 0) return [...refunds];
  const missing = await selectMissing(sql, waiting);
  return refunds.map((refund) => {
    const units = missing.get(refund.refund_id);
    return units === undefined ? refund : { ...refund, missing_units: units.toString() };
  });
}

/** Units that a balance lacks to cover all waiting refunds. Locks the balance against others that ask, and against spending. */
export async function holdMissing(tx: Sql, account: BalanceKey): Promise<bigint> {
  const balance = await holdBalance(tx, accountOf(account));
  const missing = (await waitingRefunds(tx, account)) - balance;
  return missing > 0n ? missing : 0n;
}
