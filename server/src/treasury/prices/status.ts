import { type Asset, assets } from '../../platform/config/rate-settings.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RateRow, SourceAnswer } from './rate.ts';
import { selectRates } from './store.ts';

/** Four rounds. An older rate is ignored. */
export const maxRateAgeMs = 2 * 60_000;

/** A rate, for operators. */
export interface RateStatus {
  asset: Asset;
  usd: string | null;
  at: Date;
  ageSeconds: number;
  /** Why it is not offered; null while it is. */
  reason: string | null;
  sources: string[];
  answers: SourceAnswer[];
}

export function statusOf(row: RateRow, now: Date): RateStatus {
  const ageMs = now.getTime() - row.at.getTime();
  const { asset, usd, at, sources, answers } = row;
  return {
    asset,
    usd,
    at,
    ageSeconds: Math.max(0, Math.floor(ageMs / 1000)),
    reason: ageProblem(ageMs) ?? row.off,
    sources,
    answers,
  };
}

function ageProblem(ageMs: number): string | null {
  if (ageMs > maxRateAgeMs) return 'no price within the last 2 minutes';
  return ageMs < -maxRateAgeMs ? 'the price is of the future: compare the clocks of your machines' : null;
}

/** All stored rates, in the order of the registry. */
export async function listRates(sql: Sql, now: Date): Promise<RateStatus[]> {
  const rows = await selectRates(sql);
  return assets.flatMap((asset) => {
    const row = rows.find((one) => one.asset === asset);
    return row ? [statusOf(row, now)] : [];
  });
}
