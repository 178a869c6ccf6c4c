import { expect, it } from 'vitest';
import { fixedRates, noRates } from './fixed-rates.ts';
import { isGasWithin, isWorthGas } from './gas.ts';

const usd = (amount_minor: bigint) => ({ amount_minor, currency: 'USD' as const });
/** One dollar of ether, at 3000. */
const dollar = 333_333_333_333_333n;

it.each([
  ['gas of 1.00 for 10.00', usd(1000n), dollar, true],
  ['gas of 1.00 for 9.99', usd(999n), dollar, false],
  ['gas of 1.00 for 9.26 EUR', { amount_minor: 926n, currency: 'EUR' as const }, dollar, true],
  ['gas of 1.00 for 9.25 EUR', { amount_minor: 925n, currency: 'EUR' as const }, dollar, false],
  ['gas that nobody knows', usd(50n), null, true],
])('%s: %s', (_case, payment, units, expected) => {
  expect(isWorthGas(fixedRates, payment, 'ethereum', units)).toBe(expected);
});

it('without a price of the chain’s own token the chain stays on', () => {
  expect(isWorthGas(noRates, usd(50n), 'ethereum', dollar)).toBe(true);
});

it.each([
  ['1.00 of 100.00 at 1 %', usd(10_000n), 100, true],
  ['1.00 of 99.99 at 1 %', usd(9_999n), 100, false],
  ['1.00 of 99.99 at 2 %', usd(9_999n), 200, true],
])('gas of %s: %s', (_case, payment, bps, expected) => {
  expect(isGasWithin(fixedRates, payment, 'ethereum', dollar, bps)).toBe(expected);
});

it('gas without a price is never within a share', () => {
  expect(isGasWithin(noRates, usd(10_000_000n), 'ethereum', 1n, 2000)).toBe(false);
});
