import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance } from '../ledger/ledger.ts';
import { unknownPaid, whileBelowZero } from './hold-transfers.ts';
import {
  type Evidence,
  isSameMoney,
  type OutgoingPayment,
  type PaidMoney,
  unexplainedAmong,
} from './match-payments.ts';
import { nextPayId } from './pay-ids.ts';
import { selectTransfer } from './store.ts';
import type { Outcome, TransferRow } from './transfer.ts';
import { recordOutcomes, transferRequested } from './transfers.ts';
import {
  deleteStop,
  deleteUnknown,
  insertUnknown,
  selectBalancesHeld,
  selectUnknownPayments,
  type UnknownPaymentRow,
  updateExplained,
  updateHeldUnknown,
  updateUnheldUnknown,
  upsertStop,
} from './unknown-store.ts';

export { selectUnknownPayments, selectWaitingForSameAddress } from './unknown-store.ts';

/*
 * A restored database does not know what was paid after the backup. So before anything is sent, every outgoing payment on
 * the chain must match a stored signature or a transfer: by its id, amount and receiver. Those that match neither are unknown
 * payments, and the operator has to explain them.
 */

export type UnknownPayment = UnknownPaymentRow;

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

/**
 * Completes one of these transfers, all of one series, by a payment that was made under their next id: the one that asks for
 * exactly this money. If none does, holds them until the operator has explained the payment, and returns null.
 */
export async function endAsPaid(
  ctx: Context,
  chain: ChainId,
  payment: OutgoingPayment,
  candidates: readonly TransferRow[],
  payId: string,
): Promise<Outcome | null> {
  const transfer = candidates.find((one) => isSameMoney(one, payment));
  if (!transfer) {
    await recordUnknown(ctx, chain, [payment], async () => true);
    await holdUnknown(ctx, candidates);
    return null;
  }
  const { transfer_id: transferId, to_address: toAddress } = transfer;
  const { txHash } = payment;
  ctx.log.warn({ chain, transferId, txHash }, 'transfer was paid before');
  // It may have been found before the transfer was requested.
  await deleteUnknown(ctx.db, chain, [payment.key]);
  await unholdIfExplained(ctx, chain);
  return { transferId, result: 'completed', txHash, toAddress, payId };
}

/** Why a transfer waits whose id another payment has used. */
export function paidSomethingElse({ txHash }: OutgoingPayment): string {
  return `${txHash} has paid another amount or address in its place. The operator has to explain that payment.`;
}

/** Whether unexplained payments remain. Deletes those whose transfer was found meanwhile. */
export async function hasUnexplained(
  ctx: Context,
  chain: ChainId,
  evidence: Evidence<PaidMoney>,
): Promise<boolean> {
  const payments = (await selectUnknownPayments(ctx.db, chain)).map(moneyOf);
  const open = await unexplainedAmong(ctx.db, chain, payments, evidence);
  const found = payments.filter((payment) => !open.includes(payment));
  if (found.length > 0)
    await deleteUnknown(
      ctx.db,
      chain,
      found.map(({ key }) => key),
    );
  return open.length > 0;
}

function moneyOf(row: UnknownPaymentRow): PaidMoney {
  const { payment_key: key, tx_hash: txHash, token, to_address: toAddress } = row;
  return { key, txHash, token, toAddress, units: BigInt(row.units) };
}

/** Holds transfers while payments are unexplained. Returns those that the operator released, which may be sent. */
export async function holdUnknown<Transfer extends TransferRow>(
  { db }: Pick<Context, 'db'>,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
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
  const held = await selectBalancesHeld(db, chain, unknownPaid);
  if (held.length === 0) return;
  await db.begin(async (tx: Sql) => {
    for (const account of held) await holdBalance(tx, account);
    await updateUnheldUnknown(tx, chain, unknownPaid, whileBelowZero);
  });
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
  const payId = await payIdOf(ctx, payment, transferId);
  const how = {
    transferId,
    result: 'completed',
    txHash,
    payId,
    ...(toAddress ? { toAddress } : {}),
  } as const;
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

/** The id under which a payment was made. On Solana it is not stored, and the transfer takes the next place of its series. */
async function payIdOf(
  { db }: Pick<Context, 'db'>,
  { chain, payment_key }: UnknownPayment,
  transferId: string,
): Promise<string> {
  if (chain !== 'solana') return payment_key;
  const transfer = await selectTransfer(db, transferId);
  return nextPayId(db, chain, transfer?.series ?? '');
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

/** Of one search for payments that the database does not know. */
export interface SearchProgress {
  /** Whether a mark has moved, so that the next search starts later. */
  hasMoved: boolean;
}

/**
 * Nothing is sent while a search cannot show what left a chain. Remembers since when, and why, for an alarm. One that ends early
 * and got further is only slow.
 */
export async function noteStops<Found>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  chain: ChainId,
  search: (progress: SearchProgress) => Promise<Found>,
): Promise<Found> {
  const progress = { hasMoved: false };
  try {
    const found = await search(progress);
    await deleteStop(db, chain);
    return found;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (!progress.hasMoved) await upsertStop(db, chain, problem, clock.now());
    throw error;
  }
}
