import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUnits } from '../../lib/money.ts';
import { agree, evaluate, holdsPrice, type SourcePrice } from './rules.ts';

const usd = (text: string) => parseUnits(text, 8);
const named = (...prices: string[]): SourcePrice[] =>
  prices.map((price, index) => ({
    source: ['coinbase', 'kraken', 'chainlink'][index] ?? '',
    usd: usd(price),
  }));
const plain = { fixed: null, spreadBps: 0, turnedOff: null };

describe('agree', () => {
  it.each([
    [['100', '101'], '100.5', 2],
    [['100', '100.4', '100.2'], '100.2', 3],
    [['100', '100.5', '1000'], '100.5', 2],
    [['10', '100', '100.5'], '100', 2],
    [['100', '100.9', '101.8'], '100.9', 3],
  ])('of %j takes %s', (prices, market, count) => {
    const found = agree(named(...prices), 100n);
    expect(found).toEqual({ market: usd(market), sources: expect.any(Array) });
    expect('sources' in found && found.sources).toHaveLength(count);
  });

  it.each([
    [[], 'no source has a price'],
    [['100'], 'only coinbase has a price'],
    [['100', '101.01'], 'sources differ by more than 1 %'],
    [['100', '1000'], 'sources differ by more than 1 %'],
    [['100', '102', '104'], 'sources differ by more than 1 %'],
  ])('of %j takes nothing: %s', (prices, off) => {
    expect(agree(named(...prices), 100n)).toEqual({ off });
  });

  const anyPrice = fc.bigInt(1n, 10n ** 17n);

  it('two honest sources outvote any third: the price stays between them, and on', () => {
    fc.assert(
      fc.property(fc.bigInt(10_000n, 10n ** 15n), fc.bigInt(0n, 100n), anyPrice, (low, bps, liar) => {
        const high = low + (low * bps) / 10_000n;
        const found = agree(
          [low, liar, high].map((price, index) => ({ source: String(index), usd: price })),
          100n,
        );
        if ('off' in found) throw new Error(found.off);
        expect(found.market >= low && found.market <= high).toBe(true);
      }),
    );
  });

  it('does not depend on the order, and is a price between two sources that are within the tolerance', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(9_000n, 11_000n), { minLength: 0, maxLength: 5 }), (values) => {
        const prices = values.map((value, index) => ({ source: String(index), usd: value }));
        const found = agree(prices, 100n);
        const turned = agree([...prices].reverse(), 100n);
        expect('market' in turned && turned.market).toEqual('market' in found && found.market);
        if ('off' in found) return;
        const near = values.filter((value) => {
          const gap = value > found.market ? value - found.market : found.market - value;
          return gap * 100n <= found.market + 100n;
        });
        expect(near.length).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});

describe('evaluate', () => {
  it('fiat must agree within 0.5 %, tokens within 1 %', () => {
    expect(evaluate('EUR', named('1.08', '1.0854'), [], plain).off).toBeNull();
    expect(evaluate('EUR', named('1.08', '1.0855'), [], plain).off).toBe('sources differ by more than 0.5 %');
    expect(evaluate('ETH', named('3000', '3030'), [], plain).off).toBeNull();
    expect(evaluate('ETH', named('3000', '3030.01'), [], plain).off).toMatch(/1 %/);
  });

  it.each([
    ['1', '1', null],
    ['0.995', '1', null],
    ['1.005', '1', null],
    ['1.03', '1', null],
    ['0.99499999', '0.99499999', null],
    ['0.97', '0.97', null],
    ['0.96999999', '0.96999999', 'below 0.97 USD'],
    ['0.5', '0.5', 'below 0.97 USD'],
    ['1.03000001', '1', 'above 1.03 USD'],
  ])('a stablecoin at %s counts for %s', (market, counts, off) => {
    const found = evaluate('USDC', named(market, market), [], { ...plain, spreadBps: 100 });
    expect(found).toEqual({ market: usd(market), usd: usd(counts), off, sources: ['coinbase', 'kraken'] });
  });

  it.each([
    ['109.99', null],
    ['110', 'moved 10 % within 5 minutes'],
    ['90.91', null],
    ['90.90', 'moved 10 % within 5 minutes'],
  ])('from 100 to %s within 5 minutes', (now, off) => {
    const found = evaluate('SOL', named(now, now), [usd('100'), usd('100')], plain);
    expect(found.off).toBe(off);
    expect(found.usd).toBe(usd(now));
  });

  it('a spike that is gone again pauses the token for as long as it is remembered', () => {
    expect(evaluate('SOL', named('100', '100'), [usd('100'), usd('111')], plain).off).toMatch(/moved/);
    expect(evaluate('SOL', named('100', '100'), [usd('100')], plain).off).toBeNull();
  });

  it('lowers volatile tokens by the spread, rounded down, and nothing else', () => {
    const spread = { ...plain, spreadBps: 25 };
    expect(evaluate('ETH', named('3000', '3000'), [], spread).usd).toBe(usd('2992.5'));
    expect(evaluate('MATIC', named('0.00000003', '0.00000003'), [], spread).usd).toBe(2n);
    expect(evaluate('MATIC', named('0.00000001', '0.00000001'), [], spread).usd).toBe(1n);
    expect(evaluate('EUR', named('1.08', '1.08'), [], spread).usd).toBe(usd('1.08'));
  });

  it('a fixed rate needs no source and has no spread', () => {
    expect(evaluate('BUSD', [], [], { fixed: usd('1'), spreadBps: 100, turnedOff: null })).toEqual({
      market: usd('1'),
      usd: usd('1'),
      off: null,
      sources: ['fixed'],
    });
  });

  it('a token that is turned off is still priced, for money that arrives anyway', () => {
    const found = evaluate('DAI', named('1', '1'), [], { ...plain, turnedOff: 'turned off' });
    expect(found).toMatchObject({ usd: usd('1'), off: 'turned off' });
  });
});

it('only a stablecoin at 1 USD holds its price', () => {
  expect(holdsPrice('USDC', usd('1'))).toBe(true);
  expect(holdsPrice('USDC', usd('0.98'))).toBe(false);
  expect(holdsPrice('ETH', usd('1'))).toBe(false);
});
