import type { Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';

/** Rates are integers in units of 10^-8 USD, so quotes use only integer arithmetic. */
export const rateDecimals = 8;

/** Returns the latest known rate synchronously, or null if there is no recent one. */
export interface RateSource {
  usdPerCurrency(currency: Currency): bigint | null;
  usdPerToken(token: Token): bigint | null;
  /** The sources of the rate, stored with a quote. */
  sourcesOf(asset: Token | Currency): readonly string[];
  /** How long a quote in this token holds; null until the payment expires. */
  quoteHoldsMs(token: Token): number | null;
}
