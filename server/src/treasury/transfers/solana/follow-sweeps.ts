import { broadcast } from '../broadcast.ts';
import { selectOfBatch } from '../store.ts';
import { giveUp } from './settle-batch.ts';
import { keepSignature, sweepTransaction } from './sign-batch.ts';
import type { SignedBatch, SolanaSender } from './solana-sender.ts';
import type { SolanaBatchRow } from './solana-store.ts';

/** Gives up a sweep or call once its blockhash has expired and no block has it. */
export async function followExpiring(
  sender: SolanaSender,
  { batch, newest }: SignedBatch,
  statusSlot: number,
): Promise<void> {
  const { height, slot } = await sender.node.height();
  if (height <= Number(newest.last_valid_height)) return broadcast(sender, newest);
  if (statusSlot < slot) return;
  await giveUp(sender, batch, 'Its transaction was not taken up in time.');
}

export async function signSweep(sender: SolanaSender, batch: SolanaBatchRow): Promise<void> {
  const sweeps = await selectOfBatch(sender.ctx.db, batch.batch_id);
  if (sweeps.length === 0) return;
  const { instructions, keys } = await sweepTransaction(sender, sweeps);
  const { hash, lastValidHeight, slot } = await sender.node.blockhash();
  const lifetime = { blockhash: hash, lastValidHeight, slot };
  const kept = await keepSignature(sender, batch, 1, lifetime, instructions, { keys });
  if (kept) await broadcast(sender, kept);
}
