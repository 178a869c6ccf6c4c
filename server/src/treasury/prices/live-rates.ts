import type { Token } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Currency } from '../../lib/currencies.ts';
import { parseUnits } from '../../lib/money.ts';
import type { Asset } from '../../platform/config/rate-settings.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RateRow } from './rate.ts';
import { type RateSource, rateDecimals } from './rates.ts';
import { holdsPrice } from './rules.ts';
import { type RateStatus, statusOf } from './status.ts';
import { selectRates } from './store.ts';

const volatileQuoteMs = 15 * 60_000;

/** The rates of live mode, in memory. Read from the table, which another process may write. */
export interface LiveRates extends RateSource {
  refresh(): Promise<void>;
  statuses(): RateStatus[];
}

export function createLiveRates(db: Sql, clock: Clock): LiveRates {
  let rows = new Map<Asset, RateRow>();

  function usdOf(asset: Token | Currency): bigint | null {
    if (asset === 'USD') return parseUnits('1', rateDecimals);
    const row = rows.get(asset);
    if (!row || row.usd === null || statusOf(row, clock.now()).reason !== null) return null;
    return parseUnits(row.usd, rateDecimals);
  }

  function sourcesOf(asset: Token | Currency): readonly string[] {
    return asset === 'USD' ? [] : (rows.get(asset)?.sources ?? []);
  }

  return {
    usdPerCurrency: usdOf,
    usdPerToken: usdOf,
    sourcesOf,
    quoteHoldsMs(token) {
      const usd = usdOf(token);
      const isSteady = usd !== null && (holdsPrice(token, usd) || sourcesOf(token).includes('fixed'));
      return isSteady ? null : volatileQuoteMs;
    },
    async refresh() {
      rows = new Map((await selectRates(db)).map((row) => [row.asset, row]));
    },
    statuses() {
      const now = clock.now();
      return [...rows.values()].map((row) => statusOf(row, now));
    },
  };
}
