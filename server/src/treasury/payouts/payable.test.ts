import { describe, expect, it } from 'vitest';
import { evaluatePayout, type Prospect } from './payable.ts';

const usd = 100_000_000n;
/** 100 USDC, and sending costs 1 USD in ETH. */
const hundred: Prospect = {
  initiator: 'schedule',
  available: 100_000_000n,
  wanted: null,
  decimals: 6,
  prices: { token: usd, currency: usd },
  minimumMinor: 0n,
  reserveMinor: 0n,
  cost: { units: 10n ** 18n / 2000n, decimals: 18, price: 2000n * usd },
  isOld: false,
};
const judge = (change: Partial<Prospect> = {}) => evaluatePayout({ ...hundred, ...change });

describe('a payout', () => {
  it('is everything that is available, with its worth', () => {
    expect(judge()).toEqual({ units: 100_000_000n, worthMinor: 10_000n });
    const euro = { prices: { token: usd, currency: 125_000_000n } };
    expect(judge(euro)).toEqual({ units: 100_000_000n, worthMinor: 8_000n });
  });

  it('leaves the reserve, to the unit', () => {
    expect(judge({ reserveMinor: 3_000n, cost: null })).toMatchObject({ units: 70_000_000n });
    expect(judge({ reserveMinor: 10_000n })).toEqual({ problem: 'nothing_available' });
    expect(judge({ reserveMinor: 10_001n })).toEqual({ problem: 'nothing_available' });
    const manual = { initiator: 'manual', reserveMinor: 3_000n, cost: null } as const;
    expect(judge({ ...manual, wanted: 70_000_000n })).toMatchObject({ units: 70_000_000n });
    expect(judge({ ...manual, wanted: 70_000_001n })).toEqual({ problem: 'insufficient_balance' });
  });

  it('costs at most 1 % of its worth, after a day or by hand 5 %', () => {
    expect(judge({ available: 99_999_999n })).toEqual({ problem: 'too_costly' });
    expect(judge({ available: 20_000_000n, isOld: true })).toMatchObject({ units: 20_000_000n });
    expect(judge({ available: 19_999_999n, isOld: true })).toEqual({ problem: 'too_costly' });
    expect(judge({ available: 20_000_000n, initiator: 'manual' })).toMatchObject({ units: 20_000_000n });
    expect(judge({ available: 19_999_999n, initiator: 'manual' })).toEqual({ problem: 'too_costly' });
    expect(judge({ available: 1n, cost: null })).toMatchObject({ units: 1n });
  });

  it('waits for the minimum, unless somebody asks for it', () => {
    expect(judge({ minimumMinor: 10_000n })).toMatchObject({ units: 100_000_000n });
    expect(judge({ minimumMinor: 10_001n })).toEqual({ problem: 'below_minimum' });
    expect(judge({ minimumMinor: 10_001n, initiator: 'manual' })).toMatchObject({ units: 100_000_000n });
  });

  it('is never made of nothing, of a debt, or without a price', () => {
    expect(judge({ available: 0n })).toEqual({ problem: 'nothing_available' });
    expect(judge({ available: -5n })).toEqual({ problem: 'nothing_available' });
    expect(judge({ prices: null })).toEqual({ problem: 'no_rate' });
  });
});
