import { expect, it } from 'vitest';
import { niceTop } from './scale.ts';

it.each([
  [0, 1],
  [0.4, 0.5],
  [1, 1],
  [7, 10],
  [11, 20],
  [4999.99, 5000],
  [5000.01, 10000],
])('a highest value of %d gives a scale up to %d', (highest, top) => {
  expect(niceTop(highest)).toBe(top);
});
