import type { Context } from '../../app/context.ts';
import { isToken } from '../../lib/chains/registry.ts';
import { selectMerchants } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { unknownPaidPosting } from '../../treasury/ledger/postings.ts';
import {
  nextPayoutId,
  openPayout,
  release,
  selectOpenPayoutsOf,
} from '../../treasury/payouts/release-payouts.ts';
import { uncovered } from '../../treasury/transfers/hold-transfers.ts';
import { nextPayId, seriesOf } from '../../treasury/transfers/pay-ids.ts';
import { requestTransfer, showTransfer } from '../../treasury/transfers/transfers.ts';
import {
  endByPayment,
  explainAs,
  selectWaitingForSameAddress,
  type UnknownPayment,
} from '../../treasury/transfers/unknown-payments.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdLivePayment } from '../payment/payments.ts';
import { saveAddress } from '../refunds/addresses.ts';
import { holdOutgoing } from '../refunds/hold-refunds.ts';
import { transferOf } from '../refunds/refund-transfer.ts';
import { addPaidRefund, type Refund, refundsUnderWay, selectRefundsById } from '../refunds/refunds.ts';
import { returnForgotten } from '../unapplied-funds/resolve-funds.ts';

/*
 * The operator explains outgoing payments that the database does not know, as after a restored backup. The money has
 * left in any case. The explanation decides whose money it was, so that it is booked and the ledger equals the chain
 * again.
 */

/** How the operator classifies an outgoing payment that the database does not know. */
export type Explanation =
  | { as: 'transfer'; id: string }
  | { as: 'refund'; paymentId: string }
  | ({ as: 'merchant'; merchantId: string } & Insistence)
  | ({ as: 'accepted' } & Insistence);

/** `anyway` books a payment although a refund or payout that waits may be the same. */
interface Insistence {
  anyway?: boolean;
}

type Result = { explained: string } | { refused: string };

export async function explainPayment(
  ctx: Context,
  payment: UnknownPayment,
  what: Explanation,
): Promise<Result> {
  const certain = await certainPayout(ctx.db, payment);
  if (certain && !(what.as === 'transfer' && what.id === certain))
    return { refused: `It was the payout ${certain}: say --as ${certain}.` };
  switch (what.as) {
    case 'transfer':
      return asTransfer(ctx, payment, what.id);
    case 'refund':
      return asRefund(ctx, payment, what.paymentId);
    case 'merchant':
      return asSomethingElse(ctx, payment, what.merchantId, what.anyway);
    case 'accepted':
      return asSomethingElse(ctx, payment, null, what.anyway);
  }
}

async function asSomethingElse(
  ctx: Context,
  payment: UnknownPayment,
  merchantId: string | null,
  anyway = false,
): Promise<Result> {
  const doubt = anyway ? null : await doubtAbout(ctx.db, payment);
  if (doubt !== null) return { refused: `${doubt} If it was something else, add --anyway.` };
  return booked(ctx, payment, merchantId);
}

/**
 * Why the payment may be one that still waits, and would be paid twice if it were booked as something else. Null if
 * nothing similar waits. A refund may have been requested again in another amount or in parts, so any amount to the
 * same address counts. Payouts are repeated unchanged.
 */
async function doubtAbout(sql: Sql, payment: UnknownPayment): Promise<string | null> {
  const waiting = await selectWaitingForSameAddress(sql, payment);
  if (waiting.length > 0)
    return (
      `${waiting.join(', ')} would be paid to the same address. If this payment was a refund, cancel those that ask for it ` +
      'again, and say --refund-of PAYMENT_ID.'
    );
  const [payout] = await samePayouts(sql, payment);
  if (!payout) return null;
  return `${payout} is a payout of this amount to this address. If it was that one, say --as ${payout}.`;
}

/**
 * Open payouts of the same amount to the same address. Read from payouts, since those that wait for a comparison have
 * no transfer yet.
 */
async function samePayouts(sql: Sql, payment: UnknownPayment): Promise<string[]> {
  const { to_address: address } = payment;
  return address === null ? [] : selectOpenPayoutsOf(sql, { ...payment, address });
}

/** An open payout that would be paid under the very id of the payment, in this amount and to this address. */
async function certainPayout(sql: Sql, payment: UnknownPayment): Promise<string | null> {
  for (const id of await samePayouts(sql, payment)) {
    const payout = await openPayout(sql, id);
    if (payout && (await nextPayoutId(sql, payout)) === payment.payment_key) return id;
  }
  return null;
}

async function asTransfer(ctx: Context, payment: UnknownPayment, id: string): Promise<Result> {
  await ctx.db.begin((tx) => makeTransfer(ctx, tx, payment, id));
  const transfer = (await showTransfer(ctx, id))?.transfer;
  if (!transfer || transfer.kind === 'sweep' || transfer.status !== 'waiting')
    return { refused: `${id} is no refund, return or payout of this amount that waits.` };
  const { merchant_id, chain, token, units } = transfer;
  if (!isSameMoney(payment, transfer))
    return { refused: `${id} is ${units} units of ${token} on ${chain}, and the payment is not.` };
  const isDone = await endByPayment(ctx, payment, id, async (tx) => {
    // Payouts, returns and covered refunds were taken from the balance already.
    const [refund] = transfer.kind === 'refund' ? await selectRefundsById(tx, [id]) : [];
    if (merchant_id !== null && refund?.covered_at === null)
      await holdOutgoing(ctx, tx, [{ merchant_id, chain, token, taking: BigInt(units) }], uncovered);
  });
  return isDone ? { explained: id } : { refused: `${id} or the payment has changed meanwhile. Look again.` };
}

/**
 * Creates the transfer that the payment completes, if there is none yet: for a refund that waits for an address or the
 * balance, a payout that waits for a comparison, or unapplied funds whose return was not requested again.
 */
async function makeTransfer(ctx: Context, tx: Sql, payment: UnknownPayment, id: string): Promise<void> {
  const payout = await openPayout(tx, id);
  if (payout && isSameMoney(payment, unitsOf(payout))) await release(ctx, tx, payout);
  if (payment.to_address === null) return;
  await returnForgotten(ctx, tx, id, (fund) => isSameMoney(payment, unitsOf(fund)), payment.to_address);
  const [refund] = await selectRefundsById(tx, [id]);
  if (refund?.status !== 'processing' || !isSameMoney(payment, unitsOf(refund))) return;
  if (refund.refunded_to === null)
    await saveAddress(ctx, tx, refund, payment.to_address, { by: 'merchant', claim: null });
  // Safe although the balance does not cover it: the money has left already, and nothing is sent while payments are
  // unknown.
  await requestTransfer(ctx, tx, transferOf(refund, payment.to_address));
}

type Money = Pick<UnknownPayment, 'chain' | 'token' | 'units'>;

function unitsOf<Row extends { token_units: string }>(row: Row) {
  return { ...row, units: row.token_units };
}

function isSameMoney(one: Money, other: Money): boolean {
  return one.chain === other.chain && one.token === other.token && one.units === other.units;
}

async function asRefund(ctx: Context, unknown: UnknownPayment, paymentId: string): Promise<Result> {
  const { to_address: toAddress, units } = unknown;
  const made = await ctx.db.begin(async (tx: Sql): Promise<Result> => {
    const payment = await holdLivePayment(tx, paymentId);
    if (!payment || payment.chain !== unknown.chain || payment.token !== unknown.token || toAddress === null)
      return { refused: `${paymentId} is no live payment in ${unknown.token} on ${unknown.chain}.` };
    const isNamed = unknown.chain === 'solana' || unknown.payment_key === (await nextRefundId(tx, payment));
    if (!isNamed)
      return {
        refused: `It was not made under the id of the next refund of ${paymentId}. Explain older ones first, or say what else it was.`,
      };
    const waiting = await refundsUnderWay(tx, payment);
    const same = waiting.find(({ token_units }) => token_units === units);
    if (same)
      return { refused: `${same.refund_id} of this payment waits with the same amount: was it that one?` };
    const refund = await addPaidRefund(ctx, tx, payment, BigInt(units), toAddress);
    if (refund) return { explained: refund.refund_id };
    return { refused: `No refund of ${paymentId} comes to ${units} units. ${whatFirst(waiting)}` };
  });
  return 'refused' in made ? made : asTransfer(ctx, unknown, made.explained);
}

function nextRefundId(sql: Sql, { payment_id, chain }: PaymentRow): Promise<string | null> {
  return chain === null ? Promise.resolve(null) : nextPayId(sql, chain, seriesOf.refund(payment_id));
}

function whatFirst(waiting: readonly Refund[]): string {
  if (waiting.length === 0) return 'Explain older ones first.';
  const ids = waiting.map(({ refund_id }) => refund_id).join(', ');
  return `Explain older ones first, or cancel those that wait: ${ids}.`;
}

/**
 * Books a payment to a merchant's balance, or as gone. Payouts that the balance does not cover any more are held for
 * the operator.
 */
async function booked(ctx: Context, payment: UnknownPayment, merchantId: string | null): Promise<Result> {
  const { chain, token, payment_key: key } = payment;
  if (merchantId !== null && !(await selectMerchants(ctx.db)).some((one) => one.merchant_id === merchantId))
    return { refused: `There is no merchant ${merchantId}.` };
  const money = { environment: 'live', merchantId, chain, token, units: BigInt(payment.units) } as const;
  const isDone = await explainAs(ctx, payment, merchantId ?? 'accepted', async (tx) => {
    // Unsupported tokens have no account.
    if (!isToken(token)) return;
    await post(tx, [unknownPaidPosting(money, key, ctx.clock.now())]);
    if (merchantId !== null)
      await holdOutgoing(ctx, tx, [{ merchant_id: merchantId, chain, token }], uncovered);
  });
  return isDone ? { explained: merchantId ?? 'accepted' } : { refused: 'It was explained meanwhile.' };
}
