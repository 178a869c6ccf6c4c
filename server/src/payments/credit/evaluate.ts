import type { DepositReport, ObservedTransaction } from '../../chains/adapter.ts';
import type { WatchedDepositRow } from '../deposits/deposit.ts';
import type { PaymentChange } from '../payment/payment.ts';
import { isOpen } from '../payment/states.ts';

/** What a chain reported about one deposit. */
export interface Observation {
  deposit: WatchedDepositRow;
  report: DepositReport;
}

/** The moves to apply to the payment, in this order. */
export interface Verdict {
  detect?: PaymentChange;
  confirm?: PaymentChange;
  fail?: PaymentChange;
}

export function byPayment(observations: Observation[]): Observation[][] {
  const groups = new Map<string, Observation[]>();
  for (const observation of observations) {
    const { payment_id } = observation.deposit;
    const group = groups.get(payment_id);
    if (group) group.push(observation);
    else groups.set(payment_id, [observation]);
  }
  return [...groups.values()];
}

/**
 * Decides what the reports on one payment's deposits mean for it. Pure. One deposit decides: the one the payment was
 * detected on, else the first covered by final transactions, else the first covered at all. Money on the others is
 * ignored, so that the events of a payment name one chain.
 */
export function judge(observations: Observation[]): Verdict {
  const deciding = observations.filter(canDecide);
  const verdicts = deciding.map(judgeDeposit);
  const paid = verdicts.find((verdict) => verdict.confirm) ?? verdicts.find((verdict) => verdict.detect);
  if (paid) return paid;
  const underWay = deciding.some(isUnderWay);
  return (underWay ? undefined : verdicts.find((verdict) => verdict.fail)) ?? {};
}

/**
 * Whether money is there that the payer can add to. Not if the payment was detected and has lost a part since the deadline:
 * it does not expire any more, and would wait for ever.
 */
function isUnderWay({ deposit, report }: Observation): boolean {
  const isBroken =
    deposit.status === 'processing' &&
    report.transactions.some(({ status }) => status.state === 'reverted' && status.isTooLate);
  return !isBroken && seenIn(report).length > 0;
}

/** A payment detected on one chain in one token is decided there. */
function canDecide({ deposit }: Observation): boolean {
  if (deposit.status !== 'processing') return isOpen(deposit.status);
  return deposit.payment_chain === deposit.chain && deposit.payment_token === deposit.token;
}

/**
 * Detects when the transactions seen cover the quote less the tolerance, confirms when the final ones do. Less leaves the
 * payment pending, so the payer can send the rest. Fails when the last transaction reverted.
 */
function judgeDeposit({ deposit, report }: Observation): Verdict {
  const key = { payment_id: deposit.payment_id, merchant_id: deposit.merchant_id };
  const seen = seenIn(report).filter((tx) => isInTime(deposit, tx));
  const final = seen.filter((tx) => tx.status.state === 'final');
  const required = BigInt(deposit.token_units) - BigInt(deposit.tolerance_units);
  const isNew = deposit.status === 'pending';
  if (counted(final) >= required) {
    const confirm = { ...key, ...paidWith(deposit, final) };
    return isNew ? { detect: confirm, confirm } : { confirm };
  }
  if (counted(seen) >= required) return isNew ? { detect: { ...key, ...paidWith(deposit, seen) } } : {};
  const reverted = report.transactions.findLast((tx) => tx.status.state === 'reverted');
  if (reverted?.status.state !== 'reverted') return {};
  const { failureReason, failureMessage } = reverted.status;
  const fail = {
    ...key,
    ...paidWith(deposit, [reverted]),
    failure_reason: storable(failureReason, maxReasonLength),
    failure_message: storable(failureMessage, maxMessageLength),
  };
  return { fail };
}

function seenIn({ transactions }: DepositReport): ObservedTransaction[] {
  return transactions.filter(({ status }) => status.state === 'seen' || status.state === 'final');
}

/** A block made at the deadline is in time. */
function isInTime({ expires_at }: WatchedDepositRow, { at }: ObservedTransaction): boolean {
  return at === null || at <= expires_at;
}

const maxReasonLength = 100;
const maxMessageLength = 500;

/** Reasons come from the chain and are untrusted: removes control characters (Postgres rejects NUL) and limits length. */
function storable(text: string, maxLength: number): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/** The fewest confirmations of any transaction; null when none is seen. */
export function confirmationsIn(report: DepositReport): number | null {
  const counts = report.transactions.flatMap(({ status }) =>
    status.state === 'seen' || status.state === 'final' ? [status.confirmations] : [],
  );
  return counts.length > 0 ? Math.min(...counts) : null;
}

/**
 * Adds up the transactions. The payer is whoever sent most, shown with their last transaction: dust from a stranger must
 * not redirect a refund.
 */
function paidWith(deposit: WatchedDepositRow, transactions: ObservedTransaction[]) {
  const sent = new Map<string | null, bigint>();
  for (const { payerAddress, units } of transactions)
    sent.set(payerAddress, (sent.get(payerAddress) ?? 0n) + units);
  const payer = [...sent.keys()].reduce((most, other) =>
    (sent.get(other) ?? 0n) > (sent.get(most) ?? 0n) ? other : most,
  );
  const last = transactions.findLast((tx) => tx.payerAddress === payer);
  return {
    chain: deposit.chain,
    token: deposit.token,
    token_units: bookedUnits(deposit, transactions),
    ...(last?.txHash ? { tx_hash: last.txHash } : {}),
    ...(payer === null ? {} : { payer_address: payer }),
  };
}

/** What the payment is booked with. In live mode an excess beyond the tolerance is not the merchant's: it is unapplied. */
function bookedUnits(
  deposit: Pick<WatchedDepositRow, 'environment' | 'token_units' | 'tolerance_units'>,
  transactions: ObservedTransaction[],
): bigint {
  const quote = BigInt(deposit.token_units);
  const paid = transactions.reduce((total, tx) => total + tx.units, 0n);
  const worth = counted(transactions);
  const isExcessive = deposit.environment === 'live' && worth > quote + BigInt(deposit.tolerance_units);
  return isExcessive ? (paid * quote) / worth : paid;
}

/** As units of the present quote. */
function counted(transactions: ObservedTransaction[]): bigint {
  return transactions.reduce((total, tx) => total + (tx.counts ?? tx.units), 0n);
}
