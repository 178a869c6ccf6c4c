import { broadcast } from '../broadcast.ts';
import { selectOfBatch } from '../store.ts';
import { callTransaction } from './messages/call-transaction.ts';
import { keepSignature } from './sign-batch.ts';
import type { SolanaSender } from './solana-sender.ts';
import type { SolanaBatchRow } from './solana-store.ts';

/**
 * Calls use a blockhash, as sweeps do: signatures that a lost database made have expired when its backup is restored.
 */
export async function signCall(sender: SolanaSender, batch: SolanaBatchRow): Promise<void> {
  const [transfer] = await selectOfBatch(sender.ctx.db, batch.batch_id);
  if (!transfer) return;
  const { instructions, extras } = await callTransaction(sender, transfer);
  const { hash, lastValidHeight, slot } = await sender.node.blockhash();
  const lifetime = { blockhash: hash, lastValidHeight, slot };
  const kept = await keepSignature(sender, batch, 1, lifetime, instructions, extras);
  if (kept) await broadcast(sender, kept);
}
