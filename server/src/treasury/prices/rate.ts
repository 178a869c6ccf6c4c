import type { Asset, RateSourceName } from '../../platform/config/rate-settings.ts';

/** A source's answer for one asset. */
export interface SourceAnswer {
  source: RateSourceName;
  /** Last USD price that was read; null if never. */
  usd: string | null;
  /** When it was read. */
  at: string | null;
  /** Why there was no price in the last round. */
  problem: string | null;
}

/** Result of the last round for an asset. Prices are decimals with eight places. */
export interface RateRow {
  asset: Asset;
  at: Date;
  market: string | null;
  usd: string | null;
  /** Why it is not offered; null while it is. */
  off: string | null;
  /** The sources that agree. */
  sources: string[];
  answers: SourceAnswer[];
}
