import type { Token } from '../chains/registry.ts';
import type { Currency } from '../currencies.ts';

/** Prices are whole numbers of 10^-8 USD, so that quotes divide integers. */
export const rateDecimals = 8;

/** Where prices come from. Answers at once from what it knows; null means it knows nothing recent enough to use. */
export interface RateSource {
  usdPerCurrency(currency: Currency): bigint | null;
  usdPerToken(token: Token): bigint | null;
}
