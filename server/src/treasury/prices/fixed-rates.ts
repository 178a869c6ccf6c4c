import type { Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { parseUnits } from '../../lib/money.ts';
import { type RateSource, rateDecimals } from './rates.ts';

const usdPerCurrency: Record<Currency, string> = {
  USD: '1',
  EUR: '1.08',
  GBP: '1.27',
  CAD: '0.73',
  AUD: '0.66',
};

const usdPerToken: Record<Token, string> = {
  ETH: '3000',
  USDC: '1',
  USDT: '1',
  DAI: '1',
  SOL: '150',
  MATIC: '0.75',
  AVAX: '35',
  BNB: '600',
  BUSD: '1',
};

/** Rates of the test environment. They never change, so tests can assert token amounts. */
export const fixedRates: RateSource = {
  usdPerCurrency: (currency) => parseUnits(usdPerCurrency[currency], rateDecimals),
  usdPerToken: (token) => parseUnits(usdPerToken[token], rateDecimals),
  sourcesOf: () => ['test'],
  quoteHoldsMs: () => null,
};

/** Live mode without live prices: only USD itself has a rate. */
export const noRates: RateSource = {
  usdPerCurrency: (currency) => (currency === 'USD' ? parseUnits('1', rateDecimals) : null),
  usdPerToken: () => null,
  sourcesOf: () => [],
  quoteHoldsMs: () => null,
};
