import type { Asset, RateSourceName } from '../../../platform/config/rate-settings.ts';
import type { Price } from '../decimals.ts';

/** A place that says what assets cost in USD. */
export interface PriceSource {
  readonly name: RateSourceName;
  /** Assets that are missing are not priced here. Rejects when the source as a whole cannot be used. */
  read(assets: readonly Asset[], now: Date): Promise<ReadonlyMap<Asset, Price>>;
}

/** Type guard for parsed JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
