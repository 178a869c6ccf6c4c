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
 * A database that was restored from a backup does not know what it has paid since. A refund that is asked for again has a
 * new id, which the vault would pay. So all payments that left are looked at before one more leaves: each must be of a
 * transaction that was signed here, or of a transfer that is known.
 */

export type UnknownPayment = UnknownPaymentRow;

export const unknownPaid =
  'Payments left this chain that the database does not know, as after a restored backup. The operator has to explain them.';

/** A payment that the chain shows. */
export interface OutgoingPayment {
  /** The vault's id, or the signature on Solana. */
  key: string;
  txHash: string;
  token: string;
  toAddress: string | null;
  units: bigint;
  blockNumber: number;
  isFinal: boolean;
}

/** A transfer that is open, or that was paid by a transaction which was not signed here. */
export interface PaidTransfer {
  transfer_id: string;
  tx_hash: string | null;
}

/** Those that neither a signature nor a transfer explains. `isOf` says whether a payment is that of a transfer. */
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

/** Keeps those that are final. `move` moves the mark; when it cannot, another worker has kept them. */
export async function keepUnknown(
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

/** Whether payments wait for the operator. Forgets those that are explained by now, because their transfer was found. */
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

/** Holds transfers while payments are unexplained. Returns those that the operator has released: they may leave. */
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

/** Lets transfers go on that were held for payments that are explained now. */
export async function unholdUnknown({ db }: Pick<Context, 'db'>, chain: ChainId): Promise<void> {
  await updateUnheldUnknown(db, chain, unknownPaid);
}

/**
 * Ends a transfer that waits by a payment that it explains. `first` runs before. False when it does not wait, or was
 * explained meanwhile.
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
  if (isDone) await letGo(ctx, chain);
  return isDone;
}

/** Keeps what the operator said of a payment. `book` books it. False when it was explained before. */
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
  if (isDone) await letGo(ctx, payment.chain);
  return isDone;
}

/** Once all payments of a chain are explained, transfers there go on. Workers look again before they send. */
async function letGo(ctx: Context, chain: ChainId): Promise<void> {
  if ((await selectUnknownPayments(ctx.db, chain)).length === 0) await unholdUnknown(ctx, chain);
  transferRequested(ctx, 'live');
}
