import type { Address } from 'viem';
import type { MinedTransaction } from '../../../chains/evm/sender-node.ts';
import { depositAddress } from '../../../chains/evm/vault.ts';
import type { CursorRow } from '../../../chains/watching/arrival.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { updateEmptied, updateMoved, updateSweepUnits } from '../sweep-store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import type { Sender } from './sender.ts';

/**
 * Whether the watcher has stored and finalised all arrivals up to this block. For large amounts `finalized` counts,
 * where the chain has it.
 */
export function isReadUpTo(
  { finality }: LiveChain,
  cursor: CursorRow | null,
  blockNumber: number,
  areLarge: boolean,
): boolean {
  if (!cursor) return true;
  return Number(areLarge && finality.usesTag ? cursor.finalized_number : cursor.final_number) >= blockNumber;
}

/**
 * Assigns to completed sweeps the arrivals they really moved, and updates their units. A sweep moves the whole balance
 * at the time it is mined: more may have arrived since it was requested, or a reorganisation changed what is there.
 * Runs before the sweeps are booked.
 */
export async function assignMovedArrivals(
  tx: Sql,
  { ctx, vault }: Sender,
  transfers: readonly TransferRow[],
  outcomes: readonly Outcome[],
  { blockNumber, logs }: MinedTransaction,
): Promise<void> {
  const isDone = (id: string) =>
    outcomes.some(({ transferId, result }) => transferId === id && result === 'completed');
  const sweeps = transfers.flatMap(({ transfer_id: transferId, source }) =>
    isDone(transferId) ? [{ transferId, address: depositAddress(vault as Address, source) }] : [],
  );
  const ids = sweeps.map(({ transferId }) => transferId);
  const [first = { logIndex: 0 }] = logs;
  await updateMoved(tx, sweeps, { blockNumber, logIndex: first.logIndex });
  await updateSweepUnits(tx, ids);
  await updateEmptied(tx, ids, 'sending', ctx.clock.now());
}
