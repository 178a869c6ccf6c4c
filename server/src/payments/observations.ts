import type { DepositReport } from '../chains/adapter.ts';
import type { WatchedDepositRow } from './deposit-store.ts';
import { isOpen } from './states.ts';
import type { PaymentChange } from './store.ts';

/** What a report from the chain means for the payment: at most these moves, in this order. */
export interface Verdict {
  detect?: PaymentChange;
  confirm?: PaymentChange;
  fail?: PaymentChange;
}

/**
 * Pure. A payment is detected once the transactions seen cover the quote, and confirmed once the final ones do. Less
 * than the quote leaves it pending, so the payer can send the rest; more is kept as paid. It fails when a transaction
 * reverted and no other one is under way.
 */
export function judge(deposit: WatchedDepositRow, report: DepositReport): Verdict {
  // A payment seen on one chain in one token is decided there: whatever else arrives changes nothing.
  const elsewhere =
    deposit.status === 'processing' &&
    (deposit.payment_chain !== deposit.chain || deposit.payment_token !== deposit.token);
  if (!isOpen(deposit.status) || elsewhere) return {};
  const key = { payment_id: deposit.payment_id, merchant_id: deposit.merchant_id };
  const seen = report.transactions.filter((tx) => tx.status.state === 'seen' || tx.status.state === 'final');
  const final = seen.filter((tx) => tx.status.state === 'final');
  const asked = BigInt(deposit.token_units);
  const last = seen.at(-1);
  const verdict: Verdict = {};
  if (last && sum(seen) >= asked) {
    if (deposit.status === 'pending') verdict.detect = { ...key, ...transaction(deposit, last, sum(seen)) };
    // Named again: since it was detected, a fee bump may have replaced it, or more may have arrived.
    if (sum(final) >= asked) verdict.confirm = { ...key, ...transaction(deposit, last, sum(seen)) };
    return verdict;
  }
  const reverted = report.transactions.findLast((tx) => tx.status.state === 'reverted');
  if (seen.length === 0 && reverted?.status.state === 'reverted') {
    const { failureReason, failureMessage } = reverted.status;
    verdict.fail = {
      ...key,
      ...transaction(deposit, reverted, reverted.units),
      failure_reason: failureReason,
      failure_message: failureMessage,
    };
  }
  return verdict;
}

/** How far a payer's money has come: as far as the transaction with fewest confirmations. Null when none is seen. */
export function confirmationsIn(report: DepositReport): number | null {
  const counts = report.transactions.flatMap(({ status }) =>
    status.state === 'seen' || status.state === 'final' ? [status.confirmations] : [],
  );
  return counts.length > 0 ? Math.min(...counts) : null;
}

function transaction(deposit: WatchedDepositRow, tx: DepositReport['transactions'][number], units: bigint) {
  return {
    chain: deposit.chain,
    token: deposit.token,
    token_units: units,
    tx_hash: tx.txHash,
    payer_address: tx.payerAddress,
  };
}

function sum(transactions: DepositReport['transactions']): bigint {
  return transactions.reduce((total, tx) => total + tx.units, 0n);
}
