import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessOf, type HotMoney, worthOf } from './excess.ts';

const usd = (dollars: number) => BigInt(Math.round(dollars * 1e8));
const usdc = (held: number, needed = 0): HotMoney => ({
  token: 'USDC',
  decimals: 6,
  held: BigInt(held * 1e6),
  booked: BigInt(held * 1e6),
  needed: BigInt(needed * 1e6),
  usdPerToken: usd(1),
});
const sol = (held: number, needed = 0): HotMoney => ({
  token: 'SOL',
  decimals: 9,
  held: BigInt(held * 1e9),
  booked: BigInt(held * 1e9),
  needed: BigInt(needed * 1e9),
  usdPerToken: usd(150),
});

describe('what goes to the cold address', () => {
  it('is what is above the maximum, of the first token first', () => {
    expect(excessOf([usdc(1500), sol(2)], 1000)).toEqual([{ token: 'USDC', units: 800_000_000n }]);
    expect(excessOf([usdc(100), sol(10)], 1000)).toEqual([
      { token: 'USDC', units: 100_000_000n },
      { token: 'SOL', units: 3_333_333_333n },
    ]);
    expect(excessOf([usdc(900), sol(0)], 1000)).toEqual([]);
  });

  it('leaves what is needed, also above the maximum', () => {
    expect(excessOf([usdc(1500, 1200)], 1000)).toEqual([{ token: 'USDC', units: 300_000_000n }]);
    expect(excessOf([usdc(1500, 2000)], 1000)).toEqual([]);
    expect(excessOf([usdc(1500, 1500), sol(1)], 0)).toEqual([{ token: 'SOL', units: 1_000_000_000n }]);
  });

  it('leaves what is not booked, though it counts as hot', () => {
    expect(excessOf([{ ...usdc(1500), booked: 300_000_000n }], 1000)).toEqual([
      { token: 'USDC', units: 300_000_000n },
    ]);
    expect(excessOf([{ ...usdc(1500, 400), booked: 300_000_000n }], 1000)).toEqual([]);
  });

  it('is nothing below a dollar, and nothing without a price of what is there', () => {
    expect(excessOf([usdc(1000.99)], 1000)).toEqual([]);
    expect(excessOf([usdc(5000), { ...sol(1), usdPerToken: null }], 1000)).toEqual([]);
    expect(excessOf([usdc(5000), { ...sol(0), usdPerToken: null }], 1000)).toEqual([
      { token: 'USDC', units: 4_000_000_000n },
    ]);
    expect(worthOf([usdc(5), { ...sol(-1), usdPerToken: null }])).toBe(usd(5));
  });

  it('never takes what is needed or not booked, and never goes below the maximum', () => {
    const money = fc.record({
      held: fc.bigInt(-(10n ** 12n), 10n ** 15n),
      booked: fc.bigInt(-(10n ** 12n), 10n ** 15n),
      needed: fc.bigInt(0n, 10n ** 15n),
      usdPerToken: fc.bigInt(0n, 10n ** 11n),
      decimals: fc.constantFrom(6, 9),
    });
    fc.assert(
      fc.property(money, money, fc.integer({ min: 0, max: 10_000_000 }), (first, second, maxUsd) => {
        const hot = [
          { token: 'USDC', ...first },
          { token: 'SOL', ...second },
        ];
        const moved = excessOf(hot, maxUsd);
        const after = hot.map((one) => {
          const units = moved.find(({ token }) => token === one.token)?.units ?? 0n;
          for (const there of [one.held, one.booked])
            if (units > 0n) expect(there - units).toBeGreaterThanOrEqual(one.needed);
          return { ...one, held: one.held - units };
        });
        // Each sum in USD is rounded down.
        if (moved.length > 0) expect(worthOf(after)).toBeGreaterThanOrEqual(BigInt(maxUsd) * 10n ** 8n - 2n);
      }),
    );
  });
});
