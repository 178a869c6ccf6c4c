import type { Hex } from 'viem';
import { toHex } from 'viem/utils';
import type { SenderView } from '../../../chains/evm/sender-node.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { laterMs } from '../retry-delays.ts';
import { updateSending } from '../store.ts';
import { ignoreIfTaken, TakenByAnotherWorker } from '../taken-by-another-worker.ts';
import type { TransferRow } from '../transfer.ts';
import { recordOutcomes } from '../transfers.ts';
import { type BatchRow, insertBatch, selectOpenBatches, takeNonce, updateGeneration } from './batch-store.ts';
import { marketFees } from './fees.ts';
import { finalNumber, type Sender } from './sender.ts';

/** Open transactions per chain. Nonces are in order, so one that is stuck blocks all later ones. */
const maxOpen = 8;

/** Target, data and value of a transaction of the operator. */
export interface Call {
  to: string;
  data: Hex;
  value: bigint;
}

export async function hasRoom({ ctx, chain }: Sender): Promise<boolean> {
  return (await selectOpenBatches(ctx.db, chain.id, maxOpen)).length < maxOpen;
}

/**
 * Gives transfers a transaction and a nonce. Gas is estimated first: a transaction that would revert must not take a
 * nonce. There is no fixed gas limit, since chains meter differently: on arbitrum gas also pays for data. `allows` is
 * checked last, with the nonce counter locked.
 */
export async function createBatch(
  sender: Sender,
  view: SenderView,
  kind: BatchRow['call'],
  transfers: readonly TransferRow[],
  call: Call,
  allows: (tx: Sql) => Promise<boolean> = async () => true,
): Promise<void> {
  const { ctx, chain, signer } = sender;
  const gas = await gasFor(sender, view, transfers, call);
  if (gas === null) return;
  const used = await usedNonces(sender, view);
  const now = ctx.clock.now();
  await ignoreIfTaken(() =>
    ctx.db.begin(async (tx: Sql) => {
      const nonce = await takeNonce(tx, chain.id, signer.address, used);
      if (!(await allows(tx))) throw new TakenByAnotherWorker();
      const batch = {
        batch_id: ctx.ids.next('bat', now),
        chain: chain.id,
        sender: signer.address,
        call: kind,
        target: call.to,
        data: call.data,
        value: call.value.toString(),
        gas_limit: gas,
        generation: 1,
        nonce,
        created_at: now,
      };
      await insertBatch(tx, batch);
      if (!(await updateSending(tx, batch.batch_id, transfers))) throw new TakenByAnotherWorker();
    }),
  );
}

/** Null if the transaction would fail now: its transfers then wait, with the reason. */
async function gasFor(
  sender: Sender,
  view: SenderView,
  transfers: readonly TransferRow[],
  call: Call,
): Promise<bigint | null> {
  const { chain } = sender;
  try {
    const gas = await estimateGas(sender, call);
    if (view.balance >= call.value + gas * marketFees(view).maxFee) return gas;
    await putOff(sender, transfers, `The operator has too little gas on ${chain.id}. Send it some.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await putOff(sender, transfers, `The transaction would fail: ${why}`);
  }
  return null;
}

/** The node's estimate plus 20 %, since the state may change before the transaction is mined. */
export async function estimateGas({ node, signer }: Sender, { to, data, value }: Call): Promise<bigint> {
  const call = { from: signer.address, to, data, value: toHex(value) };
  return ((await node.estimateGas(call)) * 12n) / 10n;
}

export function callOf({ target, data, value }: BatchRow): Call {
  return { to: target, data: data as Hex, value: BigInt(value) };
}

async function usedNonces({ ctx, chain, node, signer }: Sender, view: SenderView) {
  const usedBefore = await node.countAt(signer.address, finalNumber(chain, view));
  return { usedBefore, seen: Math.max(usedBefore, view.latestNonce), now: ctx.clock.now() };
}

async function putOff(
  { ctx, chain }: Sender,
  transfers: readonly TransferRow[],
  problem: string,
): Promise<void> {
  ctx.log.warn({ chain: chain.id, problem }, 'transfers wait');
  const dueAt = new Date(ctx.clock.nowMs() + laterMs(chain));
  await recordOutcomes(
    ctx,
    null,
    transfers.map(({ transfer_id }) => ({ transferId: transfer_id, result: 'waiting', problem, dueAt })),
  );
}

/**
 * Gives a batch a new nonce after another transaction used its own in a final block: as signed it can never be mined.
 */
export async function renumber(sender: Sender, batch: BatchRow, view: SenderView): Promise<void> {
  const { ctx, chain, signer } = sender;
  const used = await usedNonces(sender, view);
  const nonce = Number(batch.nonce);
  await ignoreIfTaken(async () => {
    await ctx.db.begin(async (tx: Sql) => {
      const next = await takeNonce(tx, chain.id, signer.address, used);
      if (!(await updateGeneration(tx, batch, next))) throw new TakenByAnotherWorker();
    });
    const { batch_id: batchId } = batch;
    ctx.log.warn({ chain: chain.id, batchId, nonce }, 'another transaction used the nonce, taking a new one');
  });
}
