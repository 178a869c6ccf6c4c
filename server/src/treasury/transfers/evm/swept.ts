import type { Address } from 'viem';
import type { MinedTransaction } from '../../../chains/evm/sender-node.ts';
import { depositAddress } from '../../../chains/evm/vault.ts';
import type { CursorRow } from '../../../chains/watching/arrival.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { updateEmptied, updateMoved, updateSweepUnits } from '../sweep-store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import type { Sender } from './sender.ts';

/** Whether the database has all that arrived up to this block, and takes it for final, large amounts too if these matter. */
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
 * A sweep moves all that lies at its address when it is mined, not what lay there when it was requested: more may have
 * come, and a chain that replaced final blocks may have taken money away and brought it back. Runs before the sweeps are
 * completed, which books them.
 */
export async function takeMoved(
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
