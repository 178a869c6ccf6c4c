import { dayMs, hourMs } from '../../lib/durations.ts';

interface Unswept {
  /** In the same unit as the cost. */
  worthUsd: bigint;
  oldest: Date;
}

/** A full batch: it saves 40 % of the gas of single sweeps. */
const enough = 10;

/**
 * The deposits to sweep now. Gas may cost 1 % of the moved amount, 5 % after a day. Deposits wait up to an hour for a
 * full batch.
 */
export function worthSweeping<Row extends Unswept>(rows: readonly Row[], costUsd: bigint, now: Date): Row[] {
  const ageMs = ({ oldest }: Row) => now.getTime() - oldest.getTime();
  const worthy = rows.filter((row) => row.worthUsd >= costUsd * (ageMs(row) >= dayMs ? 20n : 100n));
  return worthy.length >= enough || worthy.some((row) => ageMs(row) >= hourMs) ? worthy : [];
}
