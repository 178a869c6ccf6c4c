import type { Sql } from '../../../platform/db/client.ts';
import { updateSending } from '../store.ts';
import { ignoreIfTaken, TakenByAnotherWorker } from '../taken-by-another-worker.ts';
import type { TransferRow } from '../transfer.ts';
import type { SolanaSender } from './solana-sender.ts';
import { insertSolanaBatch, type SolanaBatchRow } from './solana-store.ts';

/**
 * Gives transfers a transaction. No-op if another worker took one of them, its id, or the nonce, first, or unless `allows`.
 */
export async function openBatch(
  { ctx }: SolanaSender,
  call: SolanaBatchRow['call'],
  transfers: readonly TransferRow[],
  nonceAccount: string | null = null,
  allows: (tx: Sql) => Promise<boolean> = async () => true,
): Promise<void> {
  const now = ctx.clock.now();
  const batchId = ctx.ids.next('bat', now);
  const batch = { batch_id: batchId, call, nonce_account: nonceAccount, created_at: now };
  await ignoreIfTaken(() =>
    ctx.db.begin(async (tx: Sql) => {
      if (!(await allows(tx))) throw new TakenByAnotherWorker();
      if (!(await insertSolanaBatch(tx, batch))) throw new TakenByAnotherWorker();
      if (!(await updateSending(tx, batchId, transfers))) throw new TakenByAnotherWorker();
    }),
  );
}
