import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { sweepPosting } from '../ledger/postings.ts';
import type { TransferRow } from './transfer.ts';

/** Follows transfers: books sweeps. What else leaves is booked by those who asked for it. */
export async function bookSweeps(
  tx: Sql,
  rows: readonly TransferRow[],
  move: 'completed' | 'failed',
): Promise<void> {
  const swept = move === 'completed' ? rows.filter(({ kind }) => kind === 'sweep') : [];
  await post(
    tx,
    swept.map(({ environment, chain, token, units, transfer_id, ended_at, created_at }) =>
      sweepPosting({ environment, chain, token, units: BigInt(units) }, transfer_id, ended_at ?? created_at),
    ),
  );
}
