import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits } from '../../lib/money.ts';
import { parseInversePrice, parsePrice } from './decimals.ts';

describe('parsePrice', () => {
  it.each([
    ['3012.45', 301_245_000_000n],
    ['1', 100_000_000n],
    ['0.99995', 99_995_000n],
    ['0.4012345678901234', 40_123_457n],
    ['0.000000005', 1n],
    ['00012.5', 1_250_000_000n],
  ])('reads %s exactly, rounded to eight places', (text, usd) => {
    expect(parsePrice(text)).toEqual({ usd });
  });

  it.each([
    'NaN',
    'Infinity',
    '-1',
    '+1',
    '0',
    '0.000',
    '0.000000001',
    '1e3',
    '1E-3',
    ' 1',
    '1,000.00',
    '1.',
    '.5',
    '',
    '0x10',
    '<html>',
    '1'.repeat(21),
    '1000000001',
    3012.45,
    true,
    {},
    null,
    undefined,
  ])('refuses %j', (text) => {
    expect(parsePrice(text)).toEqual({ problem: expect.any(String) });
  });

  it('reads back every price it can write', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 17n), (usd) => {
        expect(parsePrice(formatUnits(usd, 8))).toEqual({ usd });
      }),
    );
  });
});

describe('parseInversePrice', () => {
  it.each([
    ['1.3698630136986301', 73_000_000n],
    ['0.0003333333333333', 300_000_000_000n],
    ['1', 100_000_000n],
  ])('one USD buys %s', (text, usd) => {
    const found = parseInversePrice(text);
    if (!('usd' in found)) throw new Error(found.problem);
    const off = found.usd > usd ? found.usd - usd : usd - found.usd;
    expect(off * 1_000_000_000n).toBeLessThanOrEqual(usd);
  });

  it.each(['0', '-1', '1e-3', '100000000000', '0.0000000001'])('refuses %s', (text) => {
    expect(parseInversePrice(text)).toEqual({ problem: expect.any(String) });
  });
});
