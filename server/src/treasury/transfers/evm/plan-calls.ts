import type { Hex } from 'viem';
import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { unknownTransactions } from '../states.ts';
import { selectCall, selectDue } from '../store.ts';
import type { CallRow, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { selectJump } from './batch-store.ts';
import { createBatch, hasRoom } from './batches.ts';
import type { Sender } from './sender.ts';

const atOnce = 4;

/** Gives each due call a transaction. */
export async function planCalls(sender: Sender, view: SenderView): Promise<void> {
  const { ctx, chain } = sender;
  for (const transfer of await selectDue(ctx.db, chain.id, ctx.clock.now(), 'calls', atOnce)) {
    const call = await selectCall(ctx.db, transfer.transfer_id);
    if (call && (await hasRoom(sender))) await planCall(sender, view, transfer, call);
  }
}

async function planCall(
  sender: Sender,
  view: SenderView,
  transfer: TransferRow,
  { data, value, since }: CallRow,
): Promise<void> {
  const { ctx, chain, signer } = sender;
  const planned = { to: transfer.to_address, data: data as Hex, value: BigInt(value) };
  let hasJumped = false;
  await createBatch(sender, view, 'call', [transfer], planned, async (tx) => {
    const jumpedAt = await selectJump(tx, chain.id, signer.address);
    hasJumped = jumpedAt !== null && jumpedAt >= since;
    return !hasJumped;
  });
  if (!hasJumped) return;
  const { transfer_id: transferId } = transfer;
  ctx.log.error({ chain: chain.id, transferId }, 'a call may have been sent before, and is not sent');
  const message = 'The operator has sent transactions that the database does not know.';
  await recordOutcomes(ctx, null, [
    { transferId, result: 'failed', txHash: null, reason: unknownTransactions, message },
  ]);
}
