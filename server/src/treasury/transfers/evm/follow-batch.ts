import type { MinedTransaction, SenderView } from '../../../chains/evm/sender-node.ts';
import type { CursorRow } from '../../../chains/watching/arrival.ts';
import { holdCursor } from '../../../chains/watching/cursors.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { bookGas } from '../book-sweeps.ts';
import { broadcast } from '../broadcast.ts';
import { unknownTransactions } from '../states.ts';
import { selectOfBatch } from '../store.ts';
import { recordOutcomes } from '../transfers.ts';
import { type BatchRow, selectSignatures, updateBatchDone, updateBatchReplaced } from './batch-store.ts';
import { renumber } from './batches.ts';
import { assignMovedArrivals, isReadUpTo } from './moved-arrivals.ts';
import { outcomesOf } from './outcomes.ts';
import { finalNumber, finalNumberOfLarge, isLarge, type Sender } from './sender.ts';
import { bumped, signaturesOf } from './sign-batch.ts';
import { hasPaidUnknown } from './unknown-on-evm.ts';

/**
 * One step of a batch: sign, send, raise the fee, or record its result. A batch ends only with a receipt of one of its
 * signatures in a final block. It gets another nonce only if a final block has a foreign transaction with its nonce. A
 * missing receipt proves nothing.
 */
export async function followBatch(sender: Sender, batch: BatchRow, view: SenderView): Promise<void> {
  const { chain, node, signer } = sender;
  if (batch.sender !== signer.address) return followFormer(sender, batch, view);
  const signatures = await signaturesOf(sender, batch, view);
  const [newest] = signatures;
  if (!newest) return;
  const nonce = Number(batch.nonce);
  if (nonce >= view.latestNonce) return broadcast(sender, await bumped(sender, batch, newest, view));
  const [mined] = await node.mined(signatures.map(({ tx_hash }) => tx_hash));
  if (mined) return settle(sender, batch, mined, view);
  const used = await node.usedBy(signer.address, nonce, finalNumber(chain, view));
  if (used === null || signatures.some(({ tx_hash }) => tx_hash === used)) return;
  if (batch.call === 'call') await giveUp(sender, batch, used);
  else if (batch.call === 'pay' && (await hasPaidUnknown(sender, view)))
    await requeueTransfers(sender, batch, used);
  else await renumber(sender, batch, view);
}

/**
 * A batch of a former operator, which only a reorganisation opens again. Its bytes are sent as they are: if the vault refuses them
 * now, its transfers are planned anew once the refusal is final.
 */
async function followFormer(sender: Sender, batch: BatchRow, view: SenderView): Promise<void> {
  const signatures = await selectSignatures(sender.ctx.db, batch);
  const [mined] = await sender.node.mined(signatures.map(({ tx_hash }) => tx_hash));
  if (mined) return settle(sender, batch, mined, view);
  const [newest] = signatures;
  if (newest) await broadcast(sender, newest);
}

/** A foreign transaction used our nonce: requeue the transfers; planning holds them. */
async function requeueTransfers(sender: Sender, batch: BatchRow, usedBy: string): Promise<void> {
  const { ctx } = sender;
  const transfers = await selectOfBatch(ctx.db, batch.batch_id);
  const [now, problem] = [ctx.clock.now(), `The transaction ${usedBy}, which is not ours, used its nonce.`];
  await recordOutcomes(
    ctx,
    batch.batch_id,
    transfers.map(({ transfer_id: transferId }) => ({ transferId, result: 'waiting', problem, dueAt: now })),
    (tx) => replace(tx, sender, batch, usedBy, now),
  );
}

/**
 * Fails a call whose nonce a foreign transaction used. That may be this very call, sent before a backup was restored.
 * The vault refuses to pay twice, but nothing refuses a second call.
 */
async function giveUp(sender: Sender, batch: BatchRow, usedBy: string): Promise<void> {
  const { ctx, chain } = sender;
  const transfers = await selectOfBatch(ctx.db, batch.batch_id);
  const message = `The transaction ${usedBy}, which is not ours, used its nonce.`;
  ctx.log.error(
    { chain: chain.id, batchId: batch.batch_id, txHash: usedBy },
    'a call may have been sent before',
  );
  await recordOutcomes(
    ctx,
    batch.batch_id,
    transfers.map(({ transfer_id }) => ({
      transferId: transfer_id,
      result: 'failed',
      txHash: null,
      reason: unknownTransactions,
      message,
    })),
    (tx) => replace(tx, sender, batch, usedBy, ctx.clock.now()),
  );
}

async function settle(
  sender: Sender,
  batch: BatchRow,
  mined: MinedTransaction,
  view: SenderView,
): Promise<void> {
  const { ctx, chain, sentAtMs } = sender;
  const transfers = await selectOfBatch(ctx.db, batch.batch_id);
  const areLarge = transfers.some(({ token, units }) => isLarge(chain, token, BigInt(units)));
  const final = areLarge ? finalNumberOfLarge(chain, view) : finalNumber(chain, view);
  if (mined.blockNumber > final) return;
  const { hash: txHash, blockNumber, gasCost, succeeded } = mined;
  const isFlush = batch.call === 'flush';
  const at = ctx.clock.now();
  const outcomes = outcomesOf(sender, batch, transfers, mined);
  await recordOutcomes(ctx, batch.batch_id, outcomes, async (tx) => {
    const cursor = await holdCursor(tx, chain.id);
    if (!isSameChain(sender, cursor)) return false;
    if (isFlush && !isReadUpTo(chain, cursor, blockNumber, areLarge)) return false;
    if (!(await updateBatchDone(tx, batch, { txHash, blockNumber, gasCost, succeeded, at }))) return false;
    if (isFlush) await assignMovedArrivals(tx, sender, transfers, outcomes, mined);
    await bookGas(tx, chain.id, batch.batch_id, gasCost, at);
    return true;
  });
  sentAtMs.delete(txHash);
}

async function replace(tx: Sql, sender: Sender, batch: BatchRow, usedBy: string, at: Date): Promise<boolean> {
  return (
    isSameChain(sender, await holdCursor(tx, sender.chain.id)) && updateBatchReplaced(tx, batch, usedBy, at)
  );
}

/**
 * Whether this step's reads are still valid: the chain was not halted or resumed on other blocks meanwhile. A worker
 * may be suspended for minutes between any two lines. If false, the next step reads again.
 */
function isSameChain({ fence }: Sender, cursor: CursorRow | null): boolean {
  return (cursor?.fence ?? null) === fence && !cursor?.halted_reason;
}
