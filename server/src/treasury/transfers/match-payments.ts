import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectExplainedUnits } from './pay-id-store.ts';
import { nextPlaces, payIdAt } from './pay-ids.ts';
import type { TransferRow } from './transfer.ts';
import { selectPaidElsewhere, selectSigned } from './unknown-store.ts';

/** An outgoing payment, as read from the chain. */
export interface OutgoingPayment {
  /** The payment id in the vault, or the transaction signature on Solana. */
  key: string;
  txHash: string;
  token: string;
  toAddress: string | null;
  units: bigint;
  blockNumber: number;
  isFinal: boolean;
}

/** How a chain shows what a payment was for. */
export interface Evidence<Payment> {
  /** Whether the payment was made under this id. */
  isNamed(payment: Payment, payId: string): boolean;
  /** Whether the payment completed this transfer. */
  isOf(payment: Payment, transfer: Pick<TransferRow, 'pay_id' | 'tx_hash'>): boolean;
}

export type PaidMoney = Pick<OutgoingPayment, 'key' | 'txHash' | 'token' | 'toAddress' | 'units'>;

/** The payments that match neither a stored signature nor a transfer, and that nobody has explained. */
export async function unexplainedAmong<Payment extends PaidMoney>(
  sql: Sql,
  chain: ChainId,
  payments: readonly Payment[],
  evidence: Evidence<NoInfer<Payment>>,
): Promise<Payment[]> {
  return (await unrecordedAmong(sql, chain, payments, evidence)).unexplained;
}

/** The same, and those that open transfers ask for, which are still to be completed by them. */
export async function unrecordedAmong<Payment extends PaidMoney>(
  sql: Sql,
  chain: ChainId,
  payments: readonly Payment[],
  { isNamed, isOf }: Evidence<NoInfer<Payment>>,
): Promise<{ unexplained: Payment[]; asked: Payment[] }> {
  if (payments.length === 0) return { unexplained: [], asked: [] };
  const signed = await selectSigned(
    sql,
    payments.map(({ txHash }) => txHash),
  );
  // The mark does not pass a payment when it is found by its id, so it may be read again after it was explained.
  const keys = payments.map(({ key }) => key);
  const explained = new Set((await selectExplainedUnits(sql, chain, keys)).map((row) => row.payment_key));
  const rest = payments.filter(({ key, txHash }) => !signed.has(txHash) && !explained.has(key));
  if (rest.length === 0) return { unexplained: [], asked: [] };
  const hashes = rest.map(({ txHash }) => txHash);
  const transfers = await selectPaidElsewhere(sql, chain, hashes);
  const [ended, open] = [transfers.filter(hasEnded), transfers.filter((one) => !hasEnded(one))];
  const left = rest.filter((payment) => !ended.some((transfer) => isOf(payment, transfer)));
  const paid = await paidOf(sql, chain, left, open, isNamed);
  return { unexplained: left.filter((payment) => !paid.has(payment)), asked: [...paid] };
}

function hasEnded({ status }: TransferRow): boolean {
  return status !== 'waiting' && status !== 'sending';
}

/** The payments that an open transfer of their series asks for, in whatever order they were paid. */
async function paidOf<Payment extends PaidMoney>(
  sql: Sql,
  chain: ChainId,
  payments: readonly Payment[],
  open: readonly TransferRow[],
  isNamed: Evidence<Payment>['isNamed'],
): Promise<Set<Payment>> {
  const found = new Set<Payment>();
  const named = open.filter(({ pay_id }) => pay_id !== null);
  for (const payment of payments)
    if (named.some((one) => isNamed(payment, one.pay_id ?? '') && isSameMoney(one, payment)))
      found.add(payment);
  const waiting = open.filter(({ pay_id }) => pay_id === null);
  const places = await nextPlaces(sql, chain, [...new Set(waiting.map(({ series }) => series ?? ''))]);
  for (const [series, first] of places) {
    const asked = waiting.filter((transfer) => transfer.series === series);
    for (let place = first; ; ) {
      const payment = payments.find((one) => isNamed(one, payIdAt(series, place)));
      if (!payment) break;
      const match = asked.findIndex((transfer) => isSameMoney(transfer, payment));
      if (match >= 0) {
        asked.splice(match, 1);
        found.add(payment);
      }
      place += payment.units;
    }
  }
  return found;
}

/** Whether a payment is exactly what a transfer asks for. */
export function isSameMoney(transfer: TransferRow, payment: Omit<PaidMoney, 'key' | 'txHash'>): boolean {
  return (
    payment.token === transfer.token &&
    payment.units === BigInt(transfer.units) &&
    payment.toAddress?.toLowerCase() === transfer.to_address.toLowerCase()
  );
}
