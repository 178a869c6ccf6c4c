import type { Sql } from '../../../platform/db/client.ts';
import { bookGas } from '../book-sweeps.ts';
import { laterMs, soonMs } from '../retry-delays.ts';
import { selectOfBatch } from '../store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { callTransaction } from './messages/call-transaction.ts';
import { madeBefore } from './plan-calls.ts';
import type { SolanaSender } from './solana-sender.ts';
import { lockUnsigned, type SolanaBatchRow, updateSolanaDone } from './solana-store.ts';

/** Ends a batch with its finalized transaction, successful or not, and books its cost. */
export async function settle(sender: SolanaSender, batch: SolanaBatchRow, txHash: string): Promise<void> {
  const { ctx, chain, reads, sentAtMs } = sender;
  const found = await reads.transaction(txHash);
  if (!found) throw new Error(`the node calls ${txHash} finalized and does not have it`);
  if (found.isFailed) ctx.log.error({ chain: chain.id, txHash }, 'transaction of transfers failed');
  // Fee and rent paid by the fee payer, less rent refunded to it.
  const cost = (found.before[0] ?? 0n) - (found.after[0] ?? 0n);
  const { slot } = found;
  await end(sender, batch, { txHash, slot, cost, succeeded: !found.isFailed }, async (transfer) => {
    if (!found.isFailed) return { transferId: transfer.transfer_id, result: 'completed', txHash };
    if (batch.call === 'settle')
      return { transferId: transfer.transfer_id, result: 'failed', txHash, ...revertedSettlement };
    return isCall(batch) ? failedCall(sender, transfer, txHash, slot) : failedOnce(sender, transfer, txHash);
  });
  sentAtMs.delete(txHash);
}

/** As on EVM chains: a payer whose transaction failed at our cost is refused for a day. */
const revertedSettlement = {
  reason: 'REVERTED',
  message: 'Its transaction failed and moved nothing. Sign again, or pay with a transaction.',
};
const expiredSettlement = {
  reason: 'AUTHORIZATION_EXPIRED',
  message: 'Its transaction was not included in time. Nothing was paid: sign again.',
};

function isCall({ call }: SolanaBatchRow): boolean {
  return call === 'call' || call === 'spend';
}

/**
 * A failed call changed nothing, unless it failed because it was made before. The route that requested it decides what
 * to do.
 */
async function failedCall(
  sender: SolanaSender,
  transfer: TransferRow,
  txHash: string,
  slot: number,
): Promise<Outcome> {
  const { transfer_id: transferId } = transfer;
  const before = await madeBefore(sender, await callTransaction(sender, transfer), slot);
  if (before !== null) return { transferId, result: 'completed', txHash: before };
  const message = `Transaction ${txHash} failed. Nothing was exchanged.`;
  return { transferId, result: 'failed', txHash, reason: 'REVERTED', message };
}

/**
 * Gives up a batch whose transaction can never land. Payments and sweeps are due again at once; calls fail, and their
 * route plans anew; payments by signature fail, since only their payer can sign again.
 */
export async function giveUp(sender: SolanaSender, batch: SolanaBatchRow, problem: string): Promise<void> {
  const dueAt = sender.ctx.clock.now();
  const how = { txHash: null, slot: null, cost: 0n, succeeded: false };
  await end(sender, batch, how, async ({ transfer_id: transferId }) => {
    if (batch.call === 'settle') return { transferId, result: 'failed', txHash: null, ...expiredSettlement };
    return isCall(batch)
      ? { transferId, result: 'failed', txHash: null, reason: 'EXPIRED', message: problem }
      : { transferId, result: 'waiting', problem, dueAt };
  });
}

/** Ends a batch whose transaction is not signed any more. No-op once a worker has stored a signature: that one may land. */
export async function dropUnsigned(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  outcome: Extract<Outcome, { result: 'failed' }>,
): Promise<void> {
  const how = { txHash: null, slot: null, cost: 0n, succeeded: false };
  const isUnsigned = (tx: Sql) => lockUnsigned(tx, batch.batch_id);
  await end(sender, batch, how, async () => outcome, isUnsigned);
}

async function end(
  { ctx, chain }: SolanaSender,
  batch: SolanaBatchRow,
  how: { txHash: string | null; slot: number | null; cost: bigint; succeeded: boolean },
  outcomeOf: (transfer: TransferRow) => Promise<Outcome>,
  allows: (tx: Sql) => Promise<boolean> = async () => true,
): Promise<void> {
  const transfers = await selectOfBatch(ctx.db, batch.batch_id);
  const at = ctx.clock.now();
  const outcomes = await Promise.all(transfers.map(outcomeOf));
  await recordOutcomes(ctx, batch.batch_id, outcomes, async (tx) => {
    if (!(await allows(tx))) return false;
    if (!(await updateSolanaDone(tx, batch.batch_id, { ...how, at }))) return false;
    await bookGas(tx, chain.id, batch.batch_id, how.cost, at);
    return true;
  });
}

/** Backs off with each attempt, since attempts cost fees. */
function failedOnce({ ctx, chain }: SolanaSender, transfer: TransferRow, txHash: string): Outcome {
  const { attempts, transfer_id: transferId } = transfer;
  const delayMs = attempts === 0 ? soonMs(chain) : laterMs(chain) * 2 ** Math.min(attempts - 1, 5);
  const dueAt = new Date(ctx.clock.nowMs() + delayMs);
  return { transferId, result: 'waiting', problem: `Transaction ${txHash} failed.`, dueAt };
}
