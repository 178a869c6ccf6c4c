import { withFeeSignature } from '../../../../chains/solana/signed-transaction.ts';
import { toBase58 } from '../../../../lib/chains/base58.ts';
import { broadcast } from '../../broadcast.ts';
import { dropUnsigned } from '../../solana/settle-batch.ts';
import { keepSigned } from '../../solana/sign-batch.ts';
import type { SolanaSender } from '../../solana/solana-sender.ts';
import type { SolanaBatchRow } from '../../solana/solana-store.ts';
import { selectOfBatch } from '../../store.ts';
import { rehearseClaimed } from './rehearse-claimed.ts';

/**
 * Adds the fee payer's signature to what a payer signed. Read, checked and rehearsed once more: these are the bytes that the
 * key signs, and the worker that planned it may have died since. Their blockhash ends their life, so there is one attempt.
 */
export async function signSettlement(sender: SolanaSender, batch: SolanaBatchRow): Promise<void> {
  const [transfer] = await selectOfBatch(sender.ctx.db, batch.batch_id);
  if (!transfer) return;
  const found = await rehearseClaimed(sender, transfer);
  if ('result' in found) {
    if (found.result === 'failed') await dropUnsigned(sender, batch, found);
    return;
  }
  const { signed, lastHeight } = found;
  const lifetime = { blockhash: signed.blockhash, lastValidHeight: lastHeight, slot: 0 };
  const kept = await keepSigned(sender, batch, 1, lifetime, async () => {
    const signature = await sender.signer.sign('fee payer', signed.message);
    return { txHash: toBase58(Buffer.from(signature)), raw: withFeeSignature(signed, signature) };
  });
  if (kept) await broadcast(sender, kept);
}
