import type { Sql } from '../../../platform/db/client.ts';
import type { TransferRow } from '../transfer.ts';
import { selectForgotten } from './solana-store.ts';

/**
 * Filters sweeps to those with money left to move, with that amount. A restored database does not know what it swept
 * after the backup: the watcher saw money leave, but no sweep is completed for it. Such a sweep would fail for ever.
 */
export async function stillToSweep(sql: Sql, sweeps: readonly TransferRow[]): Promise<TransferRow[]> {
  const payments = [...new Set(sweeps.map(({ source }) => source))];
  const rows = await selectForgotten(sql, payments);
  const forgotten = new Map(rows.map((row) => [`${row.payment_id} ${row.token}`, BigInt(row.units)]));
  return sweeps.flatMap((sweep) => {
    const key = `${sweep.source} ${sweep.token}`;
    const [units, moved] = [BigInt(sweep.units), forgotten.get(key) ?? 0n];
    forgotten.set(key, moved > units ? moved - units : 0n);
    return moved < units ? [{ ...sweep, units: (units - moved).toString() }] : [];
  });
}
