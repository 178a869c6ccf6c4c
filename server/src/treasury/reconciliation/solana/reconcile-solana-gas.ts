import type { Context } from '../../../app/context.ts';
import type { SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { postedSources } from '../../ledger/ledger.ts';
import { setUpSource } from '../../transfers/solana/solana-sender.ts';
import { bookMoved, logMoved } from '../reconcile-gas.ts';
import { selectBookedSlot, selectOpenHashes, selectSolanaGas } from './solana-reconcile-store.ts';

const chain = 'solana';

/**
 * Compares the fee payer's SOL with the ledger and books the difference, as `reconcileGas` does on EVM chains. Returns
 * the booked units; null until set-up is done, and while a transaction of ours may have landed and is not booked.
 */
export async function reconcileSolanaGas(
  ctx: Context,
  feePayer: string,
  node: SolanaSenderNode,
): Promise<bigint | null> {
  const { db } = ctx;
  if ((await postedSources(db, 'gas', 'live', [setUpSource])).size === 0) return null;
  const { slot, accounts } = await node.accounts([feePayer], await selectBookedSlot(db));
  // Read after the balance: a transaction that had not landed by then is not in it.
  if (await mayHaveLanded(node, await selectOpenHashes(db), slot)) return null;
  const balance = accounts[0]?.lamports ?? 0n;
  const moved = await db.begin(async (tx: Sql) =>
    bookMoved(ctx, tx, chain, slot, balance - (await selectSolanaGas(tx, slot))),
  );
  logMoved(ctx, { chain, block: slot, payer: feePayer }, moved);
  return moved;
}

const maxHashes = 256;

/** A missing status proves that a transaction had not landed at a slot only if its answer is at least as new. */
async function mayHaveLanded(
  node: SolanaSenderNode,
  hashes: readonly string[],
  slot: number,
): Promise<boolean> {
  if (hashes.length === 0) return false;
  if (hashes.length > maxHashes) return true;
  const { slot: answered, statuses } = await node.statuses(hashes);
  return answered < slot || statuses.some((status) => status !== null);
}
