import type { LiveRates } from './live-rates.ts';
import type { PriceSource } from './sources/source.ts';

/** Live prices: their sources, and the rates in this process. */
export interface LivePrices {
  sources: readonly PriceSource[];
  rates: LiveRates;
}
