import type { Sql } from '../../../../platform/db/client.ts';
import { post } from '../../../ledger/ledger.ts';
import { coldPosting } from '../../../ledger/postings.ts';
import { moneyOf } from '../../book-sweeps.ts';
import type { TransferRow } from '../../transfer.ts';

export { lockColdAddress, selectColdAddresses, sumCold } from './cold-store.ts';

/** Transfer follower: books what went to the cold address. Solana abandons nothing that it finalized. */
export async function bookCold(
  tx: Sql,
  rows: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  const moved = move === 'completed' ? rows.filter(({ kind }) => kind === 'cold') : [];
  await post(
    tx,
    moved.map((row) => coldPosting('cold', moneyOf(row), row.transfer_id, row.ended_at ?? row.created_at)),
  );
}
