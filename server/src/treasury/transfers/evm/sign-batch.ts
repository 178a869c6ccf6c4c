import { keccak256 } from 'viem/utils';
import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { SignerError } from '../../../chains/signers/signer-error.ts';
import { maxSettleGas } from '../authorizations/limits.ts';
import { notingRefusal } from '../refused-signatures.ts';
import { bumpAfterMs } from '../retry-delays.ts';
import { type BatchRow, insertSignature, type SignatureRow, selectSignatures } from './batch-store.ts';
import { callOf, estimateGas } from './batches.ts';
import { bumpedFees, type Fees, marketFees } from './fees.ts';
import type { Sender } from './sender.ts';

/** The signatures of a batch, newest first; signs if there is none. Only stored signatures are ever sent. */
export async function signaturesOf(
  sender: Sender,
  batch: BatchRow,
  view: SenderView,
): Promise<SignatureRow[]> {
  const kept = await selectSignatures(sender.ctx.db, batch);
  if (kept.length > 0) return kept;
  await notingRefusal(sender, batch.batch_id, () =>
    sign(sender, batch, 1, marketFees(view), batch.gas_limit),
  );
  return selectSignatures(sender.ctx.db, batch);
}

/**
 * Raises the fee of a batch that has waited, and returns its newest signature. Only for the lowest unmined nonce: the
 * others wait for it whatever they offer.
 */
export async function bumped(
  sender: Sender,
  batch: BatchRow,
  newest: SignatureRow,
  view: SenderView,
): Promise<SignatureRow> {
  const { ctx, chain } = sender;
  const ageMs = ctx.clock.nowMs() - newest.created_at.getTime();
  if (Number(batch.nonce) !== view.latestNonce || ageMs < bumpAfterMs(chain)) return newest;
  const fees = bumpedFees({ maxFee: BigInt(newest.max_fee), tip: BigInt(newest.tip) }, marketFees(view));
  if (!fees) return newest;
  // The price of data on a rollup may have risen. If the estimate fails, the old limit stays.
  const estimated = await estimateGas(sender, callOf(batch)).catch(() => 0n);
  const mayRise = batch.call !== 'settle' || estimated <= maxSettleGas;
  const gas = estimated > newest.gas_limit && mayRise ? estimated : newest.gas_limit;
  try {
    await sign(sender, batch, newest.attempt + 1, fees, gas);
  } catch (error) {
    // The signer is away: sends the earlier signature again.
    if (error instanceof SignerError) return newest;
    throw error;
  }
  const [next] = await selectSignatures(ctx.db, batch);
  return next ?? newest;
}

async function sign(
  { ctx, chain, signer }: Sender,
  batch: BatchRow,
  attempt: number,
  { maxFee, tip }: Fees,
  gas: bigint,
): Promise<void> {
  const raw = await signer.sign({
    chainId: chain.chainId,
    nonce: Number(batch.nonce),
    ...callOf(batch),
    gas,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: tip,
  });
  await insertSignature(ctx.db, {
    batch_id: batch.batch_id,
    generation: batch.generation,
    attempt,
    nonce: batch.nonce,
    tx_hash: keccak256(raw),
    raw,
    max_fee: maxFee.toString(),
    tip: tip.toString(),
    gas_limit: gas,
    created_at: ctx.clock.now(),
  });
  ctx.metrics.transfers.signatures.inc({ chain: chain.id });
}
