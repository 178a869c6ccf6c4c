import { updateSending } from '../store.ts';
import { TakenMeanwhile, unlessTaken } from '../taken-meanwhile.ts';
import type { TransferRow } from '../transfer.ts';
import type { SolanaSender } from './solana-sender.ts';
import { insertSolanaBatch, type SolanaBatchRow } from './solana-store.ts';

/** Gives transfers a transaction, unless another worker took one of them, or the nonce, meanwhile. */
export async function openBatch(
  { ctx }: SolanaSender,
  call: SolanaBatchRow['call'],
  transfers: readonly TransferRow[],
  nonceAccount: string | null = null,
): Promise<void> {
  const now = ctx.clock.now();
  const ids = transfers.map(({ transfer_id }) => transfer_id);
  const batchId = ctx.ids.next('bat', now);
  const batch = { batch_id: batchId, call, nonce_account: nonceAccount, created_at: now };
  await unlessTaken(() =>
    ctx.db.begin(async (tx) => {
      if (!(await insertSolanaBatch(tx, batch))) throw new TakenMeanwhile();
      if ((await updateSending(tx, batchId, ids)) !== ids.length) throw new TakenMeanwhile();
    }),
  );
}
