import { dayMs, hourMs } from '../../lib/durations.ts';

interface Unswept {
  /** In any unit that is that of the cost. */
  worthUsd: bigint;
  oldest: Date;
}

/** A batch of this size saves two fifths of the gas that deposits cost one by one. */
const enough = 10;

/**
 * The deposits to sweep now: gas may cost 1 % of what it moves, after a day 5 %. They wait for each other for up to an
 * hour.
 */
export function worthSweeping<Row extends Unswept>(rows: readonly Row[], costUsd: bigint, now: Date): Row[] {
  const ageMs = ({ oldest }: Row) => now.getTime() - oldest.getTime();
  const worthy = rows.filter((row) => row.worthUsd >= costUsd * (ageMs(row) >= dayMs ? 20n : 100n));
  return worthy.length >= enough || worthy.some((row) => ageMs(row) >= hourMs) ? worthy : [];
}
