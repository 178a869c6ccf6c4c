import { type ChainId, nativeToken } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { gasPosting, sweepPosting } from '../ledger/postings.ts';
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

/** What a transaction cost, whatever it did. The source is what was sent: a batch, or a transfer that is sent alone. */
export async function bookGas(
  tx: Sql,
  chain: ChainId,
  source: string,
  units: bigint,
  at: Date,
): Promise<void> {
  const money = { environment: 'live', chain, token: nativeToken(chain), units } as const;
  await post(tx, [gasPosting(money, source, at)]);
}
