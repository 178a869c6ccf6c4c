import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  divideRoundingHalfUp,
  divideRoundingUp,
  fiatOf,
  formatFiat,
  formatMillionths,
  formatTokenAmount,
  formatUnits,
  parseFiat,
  parseMillionths,
  parseUnits,
  tokenUnitsFor,
} from './money.ts';

const one = 10n ** 8n;

describe('parseFiat', () => {
  it.each([
    ['10', 1000n],
    ['10.5', 1050n],
    ['10.05', 1005n],
    ['0.01', 1n],
    ['0', 0n],
    ['0.00', 0n],
    ['100000.00', 10_000_000n],
    ['999999999999999.99', 99_999_999_999_999_999n],
  ])('parses %s to hundredths', (text, minor) => {
    expect(parseFiat(text)).toBe(minor);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '-1',
    '-0.01',
    '1e3',
    '1E3',
    '1.005',
    '10.000',
    '.5',
    '5.',
    '.',
    '1,000.00',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '١٠',
    '10.00 USD',
  ])('rejects %j', (text) => {
    expect(parseFiat(text)).toBeNull();
  });

  it('parses every formatted amount back to the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n }), (minor) => {
        expect(parseFiat(formatFiat(minor))).toBe(minor);
      }),
    );
  });
});

describe('formatFiat', () => {
  it.each([
    [1n, '0.01'],
    [10n, '0.10'],
    [1000n, '10.00'],
    [0n, '0.00'],
  ])('formats %s hundredths with two decimals', (minor, text) => {
    expect(formatFiat(minor)).toBe(text);
  });
});

describe('parseUnits and formatUnits', () => {
  it.each([
    ['1', 8, 100_000_000n],
    ['0.73', 8, 73_000_000n],
    ['3000', 18, 3000n * 10n ** 18n],
    ['0.000001', 6, 1n],
  ])('converts %s to an integer of 10^-%i units and back', (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units);
    expect(Number(formatUnits(units, decimals))).toBe(Number(text));
  });

  it.each(['1.0000001', '-1', '1e6', '', 'x', '1.'])('throws on %j, which does not fit exactly', (text) => {
    expect(() => parseUnits(text, 6)).toThrow();
  });
});

describe('divideRoundingUp', () => {
  it.each([
    [0n, 3n, 0n],
    [1n, 3n, 1n],
    [3n, 3n, 1n],
    [4n, 3n, 2n],
  ])('%s / %s is %s', (dividend, divisor, quotient) => {
    expect(divideRoundingUp(dividend, divisor)).toBe(quotient);
  });
});

describe('divideRoundingHalfUp', () => {
  it.each([
    [0n, 3n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [1n, 2n, 1n],
    [3n, 2n, 2n],
    [5n, 10n, 1n],
    [499_999n, 1_000_000n, 0n],
    [500_000n, 1_000_000n, 1n],
  ])('%s / %s is %s', (dividend, divisor, quotient) => {
    expect(divideRoundingHalfUp(dividend, divisor)).toBe(quotient);
  });
});

describe('millionths', () => {
  it.each([
    ['2', 0, '2'],
    ['1.5', 0, '1.5'],
    ['10', 0, '10'],
    ['0.000001', 0, '0.000001'],
    ['0', 2, '0.00'],
    ['0.5', 2, '0.50'],
    ['0.085000', 2, '0.085'],
    ['1', 2, '1.00'],
  ])('of %s are formatted with at least %i decimals as %s', (text, minDecimals, written) => {
    expect(formatMillionths(parseMillionths(text), minDecimals)).toBe(written);
  });

  it('of every quantity survive a round trip as a JSON number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (millionths) => {
        const number = Number(formatMillionths(millionths, 0));
        expect(parseMillionths(String(JSON.parse(JSON.stringify(number))))).toBe(millionths);
      }),
    );
  });
});

describe('formatTokenAmount', () => {
  it.each([
    [1_500_000n, 6, '1.500000'],
    [1_500_000_000n, 9, '1.500000'],
    [1_500_000_000_000_000_000n, 18, '1.500000'],
    [1_999_999_999_999n, 18, '0.000001'],
    [999_999_999_999n, 18, '0.000000'],
  ])('formats %s units of a token with %i decimals as %s, truncated to six', (units, decimals, text) => {
    expect(formatTokenAmount(units, decimals)).toBe(text);
  });

  it.each([
    [-1_500_000n, 6, '-1.500000'],
    [-1n, 18, '-0.000001'],
  ])(
    'formats a debt of %s units with %i decimals as %s, never as less than it is',
    (units, decimals, text) => {
      expect(formatTokenAmount(units, decimals)).toBe(text);
    },
  );
});

describe('tokenUnitsFor', () => {
  it.each([
    ['49.99 USD in a token worth 1 USD', 4999n, one, one, 6, 49_990_000n],
    ['49.99 USD in a token worth 3000 USD', 4999n, one, 3000n * one, 18, 16_664n * 10n ** 12n],
    ['0.01 USD in a token worth 3000 USD', 1n, one, 3000n * one, 18, 4n * 10n ** 12n],
    ['1.00 at 1.08 USD in a token worth 1 USD', 100n, (one * 108n) / 100n, one, 6, 1_080_000n],
  ])('%s is rounded up at the sixth decimal', (_name, minor, currency, token, decimals, units) => {
    expect(tokenUnitsFor(minor, currency, token, decimals)).toBe(units);
  });

  it('is never less than the amount due, less than a millionth more, and exact with six decimals', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 14n });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 20_000_000n }),
        price,
        price,
        fc.constantFrom(6, 9, 18),
        (minor, currency, token, decimals) => {
          const units = tokenUnitsFor(minor, currency, token, decimals);
          const step = 10n ** BigInt(decimals - 6);
          const owed = minor * currency * 10n ** BigInt(decimals);
          expect(units * token * 100n).toBeGreaterThanOrEqual(owed);
          expect((units - step) * token * 100n).toBeLessThan(owed);
          expect(parseUnits(formatTokenAmount(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });
});

it('an amount that a schema should have refused throws instead of becoming nothing', () => {
  expect(fiatOf('10.5')).toBe(1050n);
  for (const text of ['', '-1', '1e3', '1.005', ' 1']) expect(() => fiatOf(text)).toThrow('is no amount');
});
