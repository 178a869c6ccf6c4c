import type { DepositReport, ObservedTransaction } from '../chains/adapter.ts';
import type { WatchedDepositRow } from './deposit.ts';
import type { PaymentChange } from './payment.ts';
import { isOpen } from './states.ts';

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
  const underWay = deciding.some(({ report }) => seenIn(report).length > 0);
  return (underWay ? undefined : verdicts.find((verdict) => verdict.fail)) ?? {};
}

/** A payment detected on one chain in one token is decided there. */
function canDecide({ deposit }: Observation): boolean {
  if (deposit.status !== 'processing') return isOpen(deposit.status);
  return deposit.payment_chain === deposit.chain && deposit.payment_token === deposit.token;
}

/**
 * Detects when the transactions seen cover the quote, confirms when the final ones do. Less than the quote leaves the
 * payment pending, so the payer can send the rest; more is kept as paid. Fails when the last transaction reverted.
 */
function judgeDeposit({ deposit, report }: Observation): Verdict {
  const key = { payment_id: deposit.payment_id, merchant_id: deposit.merchant_id };
  const seen = seenIn(report);
  const final = seen.filter((tx) => tx.status.state === 'final');
  const quote = BigInt(deposit.token_units);
  const isNew = deposit.status === 'pending';
  if (sum(final) >= quote) {
    const confirm = { ...key, ...paidWith(deposit, final) };
    return isNew ? { detect: confirm, confirm } : { confirm };
  }
  if (sum(seen) >= quote) return isNew ? { detect: { ...key, ...paidWith(deposit, seen) } } : {};
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
  const sent = new Map<string, bigint>();
  for (const { payerAddress, units } of transactions)
    sent.set(payerAddress, (sent.get(payerAddress) ?? 0n) + units);
  const payer = [...sent.keys()].reduce((most, other) =>
    (sent.get(other) ?? 0n) > (sent.get(most) ?? 0n) ? other : most,
  );
  const last = transactions.findLast((tx) => tx.payerAddress === payer);
  return {
    chain: deposit.chain,
    token: deposit.token,
    token_units: sum(transactions),
    tx_hash: last?.txHash ?? '',
    payer_address: payer,
  };
}

function sum(transactions: ObservedTransaction[]): bigint {
  return transactions.reduce((total, tx) => total + tx.units, 0n);
}
