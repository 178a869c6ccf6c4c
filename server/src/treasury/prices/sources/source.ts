import type { Asset, RateSourceName } from '../../../platform/config/rate-settings.ts';
import type { Price } from '../decimals.ts';

/** A source of USD prices. */
export interface PriceSource {
  readonly name: RateSourceName;
  /** Assets missing in the result are not priced here. Rejects if the source as a whole cannot be used. */
  read(assets: readonly Asset[], now: Date): Promise<ReadonlyMap<Asset, Price>>;
}

/** Type guard for parsed JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
