import { nonceValueOf } from '../../chains/solana/sender-node.ts';
import type { SignatureStatus } from '../../chains/solana/statuses.ts';
import { broadcast } from '../broadcasting.ts';
import { laterMs, soonMs } from '../pace.ts';
import { selectOfBatch } from '../store.ts';
import type { Outcome, TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { findPaid } from './paid-before.ts';
import { keepSignature, payTransaction, sweepTransaction } from './signing.ts';
import type { SolanaSender } from './solana-sender.ts';
import {
  type SolanaBatchRow,
  type SolanaSignatureRow,
  selectSolanaSignatures,
  updateSolanaDone,
} from './solana-store.ts';

/**
 * One step of each batch: sign, send, or find out what became of it. All statuses, and all nonces, are from one answer
 * each. Returns what went wrong: one batch that cannot be followed must not hold up the others.
 *
 * A batch ends by one of its signatures that is finalized. It is signed again only when all that was signed can never
 * land, and did not: a missing status proves that only if its answer is at least as new as what it is compared with.
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
  // None of their signatures is in a block.
  const nonces = await readNonces(sender, rest);
  for (const one of rest) {
    const step =
      one.batch.call === 'pay'
        ? followPayment(sender, one, nonces, found.slot)
        : followSweep(sender, one, found.slot);
    await step.catch((error: unknown) => problems.push(error));
  }
  return problems;
}

interface SignedBatch {
  batch: SolanaBatchRow;
  newest: SolanaSignatureRow;
}

/** Adds to `rest` when no signature is in a block. */
async function followOne(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  signatures: readonly SolanaSignatureRow[],
  statuses: ReadonlyMap<string, SignatureStatus>,
  rest: SignedBatch[],
): Promise<void> {
  const [newest] = signatures;
  if (!newest) return batch.call === 'pay' ? signPayment(sender, batch, null) : signSweep(sender, batch);
  const ended = signatures.find(({ tx_hash }) => statuses.get(tx_hash)?.isFinalized);
  if (ended) return settle(sender, batch, ended.tx_hash);
  if (!signatures.some(({ tx_hash }) => statuses.has(tx_hash))) rest.push({ batch, newest });
}

const statusesPerCall = 256;

/** With the oldest slot that they are of. */
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

interface Nonces {
  slot: number;
  values: ReadonlyMap<string, string | null>;
}

/** At least as new as what was signed with: nodes lag, and an older value is not a newer one. */
async function readNonces({ node, rules }: SolanaSender, signed: readonly SignedBatch[]): Promise<Nonces> {
  const payments = signed.filter(({ batch }) => batch.call === 'pay');
  if (payments.length === 0) return { slot: 0, values: new Map() };
  const names = payments.map(({ batch }) => nonceOf(batch));
  const newest = Math.max(...payments.map(({ newest: { read_slot } }) => Number(read_slot)));
  const { slot, accounts } = await node.accounts(names, rules.comparesSlots ? newest : 0);
  return { slot, values: new Map(names.map((name, index) => [name, nonceValueOf(accounts[index] ?? null)])) };
}

/** While the nonce has the value that was signed, the transaction can land. Once it has moved, it has landed or never will. */
async function followPayment(
  sender: SolanaSender,
  { batch, newest }: SignedBatch,
  { slot, values }: Nonces,
  statusSlot: number,
): Promise<void> {
  const value = values.get(nonceOf(batch)) ?? null;
  if (value === null) throw new Error(`nonce account ${batch.nonce_account} is gone`);
  if (value === newest.lifetime) return broadcast(sender, newest);
  if (statusSlot >= slot) await signPayment(sender, batch, { value, slot, attempt: newest.attempt + 1 });
}

async function followSweep(
  sender: SolanaSender,
  { batch, newest }: SignedBatch,
  statusSlot: number,
): Promise<void> {
  const { height, slot } = await sender.node.height();
  if (height <= Number(newest.last_valid_height)) return broadcast(sender, newest);
  if (statusSlot < slot) return;
  const dueAt = sender.ctx.clock.now();
  await end(sender, batch, { txHash: null, cost: 0n, succeeded: false }, ({ transfer_id: transferId }) => ({
    transferId,
    result: 'waiting',
    problem: 'Its transaction was not taken up in time.',
    dueAt,
  }));
}

/** Signs with the value that was read, or reads it for the first attempt. Before, history must not have the payment. */
async function signPayment(
  sender: SolanaSender,
  batch: SolanaBatchRow,
  read: { value: string; slot: number; attempt: number } | null,
): Promise<void> {
  const { ctx, node, rules } = sender;
  const [transfer] = await selectOfBatch(ctx.db, batch.batch_id);
  const { value, slot } = read ?? (await node.nonce(nonceOf(batch), 0)) ?? {};
  if (!transfer || value === undefined || slot === undefined) return;
  const paid = rules.searchesHistory ? await findPaid(sender, transfer, slot) : null;
  if (paid) {
    if (paid.isFinalized) await settle(sender, batch, paid.txHash);
    return;
  }
  const lifetime = { nonce: value, account: nonceOf(batch), slot };
  const instructions = await payTransaction(sender, transfer);
  const kept = await keepSignature(sender, batch, read?.attempt ?? 1, lifetime, instructions);
  if (kept) await broadcast(sender, kept);
}

async function signSweep(sender: SolanaSender, batch: SolanaBatchRow): Promise<void> {
  const sweeps = await selectOfBatch(sender.ctx.db, batch.batch_id);
  if (sweeps.length === 0) return;
  const { instructions, deposits } = await sweepTransaction(sender, sweeps);
  const { hash, lastValidHeight, slot } = await sender.node.blockhash();
  const lifetime = { blockhash: hash, lastValidHeight, slot };
  const kept = await keepSignature(sender, batch, 1, lifetime, instructions, deposits);
  if (kept) await broadcast(sender, kept);
}

async function settle(sender: SolanaSender, batch: SolanaBatchRow, txHash: string): Promise<void> {
  const { ctx, chain, reads, sentAtMs } = sender;
  const found = await reads.transaction(txHash);
  if (!found) throw new Error(`the node calls ${txHash} finalized and does not have it`);
  if (found.isFailed)
    ctx.log.error({ chain: chain.id, txHash }, 'transaction of transfers failed, will retry');
  const cost = (found.before[0] ?? 0n) - (found.after[0] ?? 0n);
  await end(sender, batch, { txHash, cost, succeeded: !found.isFailed }, (transfer) =>
    found.isFailed
      ? failedOnce(sender, transfer, txHash)
      : { transferId: transfer.transfer_id, result: 'completed', txHash },
  );
  sentAtMs.delete(txHash);
}

async function end(
  { ctx }: SolanaSender,
  batch: SolanaBatchRow,
  how: { txHash: string | null; cost: bigint; succeeded: boolean },
  outcomeOf: (transfer: TransferRow) => Outcome,
): Promise<void> {
  const transfers = await selectOfBatch(ctx.db, batch.batch_id);
  await recordOutcomes(ctx, batch.batch_id, transfers.map(outcomeOf), (tx) =>
    updateSolanaDone(tx, batch.batch_id, { ...how, at: ctx.clock.now() }),
  );
}

/** Longer with each attempt, since attempts cost fees. */
function failedOnce({ ctx, chain }: SolanaSender, transfer: TransferRow, txHash: string): Outcome {
  const { attempts, transfer_id: transferId } = transfer;
  const delayMs = attempts === 0 ? soonMs(chain) : laterMs(chain) * 2 ** Math.min(attempts - 1, 5);
  const dueAt = new Date(ctx.clock.nowMs() + delayMs);
  return { transferId, result: 'waiting', problem: `Transaction ${txHash} failed.`, dueAt };
}

function nonceOf({ nonce_account }: SolanaBatchRow): string {
  if (nonce_account === null) throw new Error('a sweep has no nonce');
  return nonce_account;
}
