import type { Context } from '../../app/context.ts';
import { SignerError } from '../../chains/signers/signer-error.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { soonMs } from './retry-delays.ts';
import { selectDue, updateSendingProblem } from './store.ts';
import { recordOutcomes } from './transfers.ts';

const atOnce = 100;

/** Signs a transaction of a batch, and keeps with its transfers why that failed. The batch stays open. */
export async function notingRefusal<T>(
  { ctx }: { ctx: Context },
  batchId: string,
  sign: () => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await sign();
  } catch (error) {
    if (error instanceof SignerError) await updateSendingProblem(ctx.db, batchId, error.message);
    throw error;
  }
  await updateSendingProblem(ctx.db, batchId, null);
  return result;
}

/** Lets due transfers wait while nothing can be signed, so that none takes a nonce. */
export async function putOffDue(
  ctx: Context,
  chain: { readonly id: ChainId; readonly pollMs: number },
  problem: string,
): Promise<void> {
  const dueAt = new Date(ctx.clock.nowMs() + soonMs(chain));
  for (const which of ['sweeps', 'payments', 'calls'] as const) {
    const due = await selectDue(ctx.db, chain.id, ctx.clock.now(), which, atOnce);
    if (due.length === 0) continue;
    await recordOutcomes(
      ctx,
      null,
      due.map(({ transfer_id }) => ({ transferId: transfer_id, result: 'waiting', problem, dueAt })),
    );
  }
}
