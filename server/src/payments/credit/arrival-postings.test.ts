import { expect, it } from 'vitest';
import { sourceAfter } from '../../treasury/ledger/postings.ts';
import { withFees } from './arrival-postings.ts';

const use = (applied: bigint) => ({ arrivalId: `arr_${applied}`, applied, unapplied: 0n, reason: null });

it.each([
  [50n, [199n, 199n, 2n], [0n, 1n, 1n]],
  [50n, [400n, 0n], [2n, 0n]],
  [0n, [400n], [0n]],
])('a fee of %s basis points on %s is split without a remainder', (feeBps, applied, fees) => {
  expect(withFees(applied.map(use), feeBps).map(({ fee }) => fee)).toEqual(fees);
});

it('each posting of an arrival after a reversal has a source of its own', () => {
  expect([0, 1, 2].map((times) => sourceAfter('arr_1', times))).toEqual(['arr_1', 'arr_1:2', 'arr_1:3']);
});
