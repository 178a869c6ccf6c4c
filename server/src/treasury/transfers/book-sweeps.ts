import { type ChainId, nativeToken } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
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
    swept.map((sweep) =>
      sweepPosting(moneyOf(sweep), sweepSource(sweep, sweep.reopenings), sweep.ended_at ?? sweep.created_at),
    ),
  );
}

export function moneyOf({ environment, chain, token, units }: TransferRow) {
  return { environment, chain, token, units: BigInt(units) };
}

/** A sweep that was taken up again is booked again, by a source of its own. */
export function sweepSource({ transfer_id }: TransferRow, reopenings: number): string {
  return reopenings === 0 ? transfer_id : `${transfer_id}:${reopenings + 1}`;
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
