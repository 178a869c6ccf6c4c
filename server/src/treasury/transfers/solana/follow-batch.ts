import type { SignatureStatus } from '../../../chains/solana/statuses.ts';
import { signSettlement } from '../authorizations/solana/sign-settlement.ts';
import { signCall } from './follow-calls.ts';
import { followPayment, readNonces, signPayment } from './follow-payments.ts';
import { followExpiring, signSweep } from './follow-sweeps.ts';
import { settle } from './settle-batch.ts';
import type { SignedBatch, SolanaSender } from './solana-sender.ts';
import { type SolanaBatchRow, type SolanaSignatureRow, selectSolanaSignatures } from './solana-store.ts';

/**
 * One step of each batch: sign, send, or record its result. Statuses and nonces are read in one request each. Returns
 * the errors: one batch that cannot be followed must not block the others. A batch ends with a finalized signature. It
 * is signed again only if no earlier signature landed or can still land. A missing status proves that only if the
 * answer's slot is at least that of the nonce or blockhash it is compared with.
 */
export async function followBatches(
  sender: SolanaSender,
  batches: readonly SolanaBatchRow[],
): Promise<unknown[]> {
  if (batches.length === 0) return [];
  const signatures = await selectSolanaSignatures(
    sender.ctx.db,
    batches.map(({ batch_id }) => batch_id),
  );
  const found = await readStatuses(sender, signatures);
  const problems: unknown[] = [];
  const rest: SignedBatch[] = [];
  for (const batch of batches) {
    const own = signatures.filter(({ batch_id }) => batch_id === batch.batch_id);
    await followOne(sender, batch, own, found.byHash, rest).catch((error: unknown) => problems.push(error));
  }
  // No signature of these batches is in a block.
  const nonces = await readNonces(sender, rest);
  for (const one of rest) {
    const step =
      one.batch.call === 'pay'
        ? followPayment(sender, one, nonces, found.slot)
        : followExpiring(sender, one, found.slot);
    await step.catch((error: unknown) => problems.push(error));
  }
  return problems;
}

/** Adds the batch to `rest` if none of its signatures is in a block. */
async function followOne(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  signatures: readonly SolanaSignatureRow[],
  statuses: ReadonlyMap<string, SignatureStatus>,
  rest: SignedBatch[],
): Promise<void> {
  const [newest] = signatures;
  if (!newest) return sign(sender, batch);
  const ended = signatures.find(({ tx_hash }) => statuses.get(tx_hash)?.isFinalized);
  if (ended) return settle(sender, batch, ended.tx_hash);
  if (!signatures.some(({ tx_hash }) => statuses.has(tx_hash))) rest.push({ batch, newest });
}

function sign(sender: SolanaSender, batch: SolanaBatchRow): Promise<void> {
  if (batch.call === 'pay') return signPayment(sender, batch, null);
  if (batch.call === 'settle') return signSettlement(sender, batch);
  return batch.call === 'sweep' ? signSweep(sender, batch) : signCall(sender, batch);
}

const statusesPerCall = 256;

/** The statuses, and the oldest slot they were read at. */
async function readStatuses({ node, rules }: SolanaSender, signatures: readonly SolanaSignatureRow[]) {
  const byHash = new Map<string, SignatureStatus>();
  let oldest = Number.POSITIVE_INFINITY;
  for (let from = 0; from < signatures.length; from += statusesPerCall) {
    const hashes = signatures.slice(from, from + statusesPerCall).map(({ tx_hash }) => tx_hash);
    const { slot, statuses } = await node.statuses(hashes);
    if (rules.comparesSlots) oldest = Math.min(oldest, slot);
    for (const [index, status] of statuses.entries()) if (status) byHash.set(hashes[index] ?? '', status);
  }
  return { slot: oldest, byHash };
}
