import { type ChainId, nativeToken } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { gasPosting, sweepPosting } from '../ledger/postings.ts';
import type { TransferRow } from './transfer.ts';

/** Transfer follower: books completed sweeps. Refunds, payouts and routes book their own transfers. */
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

/** The source of a sweep's posting. A reopened sweep is booked again, so each reopening has its own source. */
export function sweepSource({ transfer_id }: TransferRow, reopenings: number): string {
  return reopenings === 0 ? transfer_id : `${transfer_id}:${reopenings + 1}`;
}

/**
 * Books the gas of a transaction, successful or not. `source` is the id of its batch, or of a transfer that is sent
 * alone.
 */
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
