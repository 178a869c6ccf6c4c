import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectTransfer } from './store.ts';
import type { TransferRow } from './transfer.ts';
import { recordOutcomes, transferRequested } from './transfers.ts';
import {
  deleteUnknown,
  insertUnknown,
  selectPaidElsewhere,
  selectSigned,
  selectUnknownPayments,
  type UnknownPaymentRow,
  updateExplained,
  updateHeldUnknown,
  updateUnheldUnknown,
} from './unknown-store.ts';

export { selectUnknownPayments, selectWaitingForSameAddress } from './unknown-store.ts';

/*
 * A restored database does not know what was paid after the backup. A refund that is requested again has a new id,
 * which the vault would pay a second time. So before anything is sent, every outgoing payment on the chain must match a
 * stored signature or a known transfer. Those that match neither are unknown payments, and the operator has to explain
 * them.
 */

export type UnknownPayment = UnknownPaymentRow;

export const unknownPaid =
  'Payments left this chain that the database does not know, as after a restored backup. The operator has to explain them.';

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

/** A transfer that an outgoing payment may belong to. */
export interface PaidTransfer {
  transfer_id: string;
  tx_hash: string | null;
}

/** The payments that match neither a stored signature nor a transfer. `isOf` matches a payment with a transfer. */
export async function unexplainedAmong<Payment extends Pick<OutgoingPayment, 'key' | 'txHash'>>(
  sql: Sql,
  chain: ChainId,
  payments: readonly Payment[],
  isOf: (payment: Payment, transfer: PaidTransfer) => boolean,
): Promise<Payment[]> {
  if (payments.length === 0) return [];
  const signed = await selectSigned(
    sql,
    payments.map(({ txHash }) => txHash),
  );
  const rest = payments.filter(({ txHash }) => !signed.has(txHash));
  if (rest.length === 0) return [];
  const hashes = rest.map(({ txHash }) => txHash);
  const transfers = await selectPaidElsewhere(sql, chain, hashes);
  return rest.filter((payment) => !transfers.some((transfer) => isOf(payment, transfer)));
}

/**
 * Stores unknown payments that are final. `move` advances the mark; if it returns false, another worker stored them.
 */
export async function recordUnknown(
  ctx: Context,
  chain: ChainId,
  unknown: readonly OutgoingPayment[],
  move: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  const now = ctx.clock.now();
  const rows = unknown
    .filter(({ isFinal }) => isFinal)
    .map((payment) => ({
      chain,
      payment_key: payment.key,
      tx_hash: payment.txHash,
      token: payment.token,
      to_address: payment.toAddress,
      units: payment.units.toString(),
      block_number: BigInt(payment.blockNumber),
      found_at: now,
    }));
  const added = await ctx.db.begin(async (tx: Sql) => ((await move(tx)) ? insertUnknown(tx, rows) : []));
  for (const key of added)
    ctx.log.error(
      { chain, payment: key },
      'a payment left that the database does not know: nothing more does',
    );
}

/** Whether unexplained payments remain. Deletes those whose transfer was found meanwhile. */
export async function hasUnexplained(
  ctx: Context,
  chain: ChainId,
  isOf: (payment: { key: string; txHash: string }, transfer: PaidTransfer) => boolean,
): Promise<boolean> {
  const kept = await selectUnknownPayments(ctx.db, chain);
  const payments = kept.map(({ payment_key: key, tx_hash: txHash }) => ({ key, txHash }));
  const open = await unexplainedAmong(ctx.db, chain, payments, isOf);
  const found = payments.filter((payment) => !open.includes(payment));
  if (found.length > 0)
    await deleteUnknown(
      ctx.db,
      chain,
      found.map(({ key }) => key),
    );
  return open.length > 0;
}

/** Holds transfers while payments are unexplained. Returns those that the operator released, which may be sent. */
export async function holdUnknown(
  { db }: Pick<Context, 'db'>,
  transfers: readonly TransferRow[],
): Promise<TransferRow[]> {
  if (transfers.length === 0) return [];
  const held = await updateHeldUnknown(
    db,
    transfers.map(({ transfer_id }) => transfer_id),
    unknownPaid,
  );
  return transfers.filter(({ transfer_id }) => !held.includes(transfer_id));
}

/** Unholds transfers once all payments of the chain are explained. */
export async function unholdUnknown({ db }: Pick<Context, 'db'>, chain: ChainId): Promise<void> {
  await updateUnheldUnknown(db, chain, unknownPaid);
}

/**
 * Completes a waiting transfer with the unknown payment that paid it. `first` runs before, in the same transaction.
 * False if the transfer is not waiting, or the payment is explained already.
 */
export async function endByPayment(
  ctx: Context,
  payment: UnknownPayment,
  transferId: string,
  first: (tx: Sql) => Promise<void>,
): Promise<boolean> {
  const { chain, tx_hash: txHash, to_address: toAddress } = payment;
  const how = { transferId, result: 'completed', txHash, ...(toAddress ? { toAddress } : {}) } as const;
  const isDone = await recordOutcomes(ctx, null, [how], async (tx) => {
    const row = await selectTransfer(tx, transferId);
    if (row?.status !== 'waiting') return false;
    if (!(await updateExplained(tx, payment, transferId, ctx.clock.now()))) return false;
    await first(tx);
    return true;
  });
  if (isDone) await unholdIfExplained(ctx, chain);
  return isDone;
}

/** Stores the operator's explanation of a payment; `book` posts it. False if it is explained already. */
export async function explainAs(
  ctx: Context,
  payment: UnknownPayment,
  as: string,
  book: (tx: Sql) => Promise<void>,
): Promise<boolean> {
  const isDone = await ctx.db.begin(async (tx: Sql) => {
    if (!(await updateExplained(tx, payment, as, ctx.clock.now()))) return false;
    await book(tx);
    return true;
  });
  if (isDone) await unholdIfExplained(ctx, payment.chain);
  return isDone;
}

/** Unholds the transfers of a chain with nothing left to explain. Workers check the chain again before they send. */
async function unholdIfExplained(ctx: Context, chain: ChainId): Promise<void> {
  if ((await selectUnknownPayments(ctx.db, chain)).length === 0) await unholdUnknown(ctx, chain);
  transferRequested(ctx, 'live');
}
