import { describe, expect, it } from 'vitest';
import { type ChainId, chainIds, chains, type Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { ApiError } from '../../lib/errors.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { fixedRates, noRates } from './fixed-rates.ts';
import { assertWithinLimits, quoteUnits } from './quotes.ts';

/** 49.99 USD at the fixed test rates, rounded up to six decimals. */
const quoted: Record<Token, string> = {
  ETH: '0.016664',
  USDC: '49.990000',
  USDT: '49.990000',
  DAI: '49.990000',
  SOL: '0.333267',
  MATIC: '66.653334',
  AVAX: '1.428286',
  BNB: '0.083317',
  BUSD: '49.990000',
};

const pairs = chainIds.flatMap((chain) => chains[chain].tokens.map((token) => ({ chain, ...token })));

function codeOf(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe('quoteUnits', () => {
  it.each(pairs)('quotes the same amount of $symbol on $chain, in that chain’s units', (pair) => {
    const { chain, symbol, decimals } = pair;
    const units = quoteUnits(fixedRates, 4999n, 'USD', chain, symbol);
    expect(formatTokenAmount(units, decimals)).toBe(quoted[symbol]);
    expect(units % 10n ** BigInt(decimals - 6)).toBe(0n);
  });

  it.each([
    ['USD', 10_000_000n],
    ['EUR', 10_800_000n],
    ['GBP', 12_700_000n],
    ['CAD', 7_300_000n],
    ['AUD', 6_600_000n],
  ] as const)('10.00 %s is %s millionths of a USDC', (currency, units) => {
    expect(quoteUnits(fixedRates, 1000n, currency, 'ethereum', 'USDC')).toBe(units);
  });

  it('throws for a token that does not exist on the chain', () => {
    expect(() => quoteUnits(fixedRates, 1000n, 'USD', 'solana' as ChainId, 'BUSD')).toThrow('does not exist');
  });

  it.each([
    ['token', 'USD'],
    ['currency', 'EUR'],
  ] as const)('is SERVICE_UNAVAILABLE without a rate for the %s', (_name, currency) => {
    expect(codeOf(() => quoteUnits(noRates, 1000n, currency, 'ethereum', 'USDC'))).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });
});

describe('assertWithinLimits', () => {
  const within = (minor: bigint, currency: Currency) =>
    codeOf(() => assertWithinLimits(fixedRates, minor, currency, 'x'));

  it.each([
    ['USD', 50n, 10_000_000n],
    ['EUR', 47n, 9_259_259n],
    ['GBP', 40n, 7_874_015n],
    ['CAD', 69n, 13_698_630n],
    ['AUD', 76n, 15_151_515n],
  ] as const)('%s accepts exactly %s to %s minor units', (currency, min, max) => {
    expect(within(min - 1n, currency)).toBe('AMOUNT_TOO_SMALL');
    expect(within(min, currency)).toBeNull();
    expect(within(max, currency)).toBeNull();
    expect(within(max + 1n, currency)).toBe('AMOUNT_TOO_LARGE');
  });

  it('takes another maximum, and names it', () => {
    const check = (minor: bigint) => () => assertWithinLimits(fixedRates, minor, 'USD', 'x', 25_000_000n);
    expect(codeOf(check(25_000_000n))).toBeNull();
    expect(check(25_000_001n)).toThrow('The amount is above your maximum of 250000.00 USD.');
  });

  it('is SERVICE_UNAVAILABLE without a rate instead of skipping the check', () => {
    expect(codeOf(() => assertWithinLimits(noRates, 1000n, 'EUR', '10.00'))).toBe('SERVICE_UNAVAILABLE');
    expect(codeOf(() => assertWithinLimits(noRates, 1000n, 'USD', '10.00'))).toBeNull();
  });
});
