import type { Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { dayMs } from '../../lib/durations.ts';
import { parseUnits } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import { rateDecimals } from './rates.ts';
import { maxRateAgeMs } from './status.ts';
import { selectRateAt } from './store.ts';

/** A payment expires after a day at most; the rest allows for a chain that was unreadable for days. */
export const historyMs = 7 * dayMs;

/**
 * The rate of an asset at a past time, in 10^-8 USD, for money that arrives after its quote expired. Also while the
 * asset was not offered. Null if the sources did not agree on a price in the two minutes before, or if it is too long
 * ago.
 */
export async function rateAt(sql: Sql, asset: Token | Currency, at: Date): Promise<bigint | null> {
  if (asset === 'USD') return parseUnits('1', rateDecimals);
  const usd = await selectRateAt(sql, asset, new Date(at.getTime() - maxRateAgeMs), at);
  return usd === null ? null : parseUnits(usd, rateDecimals);
}
