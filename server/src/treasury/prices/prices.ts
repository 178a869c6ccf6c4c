import type { LiveRates } from './live-rates.ts';
import type { PriceSource } from './sources/source.ts';

/** Live prices: where they come from, and what is known of them in this process. */
export interface LivePrices {
  sources: readonly PriceSource[];
  rates: LiveRates;
}
