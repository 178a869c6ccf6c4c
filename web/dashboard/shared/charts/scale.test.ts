import { expect, it } from 'vitest';
import { scaleMarks } from './scale.ts';

it.each([
  [0, [0, 1]],
  [0.4, [0, 0.1, 0.2, 0.3, 0.4]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [11, [0, 2.5, 5, 7.5, 10, 12.5]],
  [169.99, [0, 50, 100, 150, 200]],
  [4999.99, [0, 1000, 2000, 3000, 4000, 5000]],
  [5000.01, [0, 2000, 4000, 6000]],
])('a highest value of %d gives the marks %j', (highest, marks) => {
  expect(scaleMarks(highest)).toEqual(marks);
});

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [11, [0, 5, 10, 15]],
])('a highest count of %d gives the whole marks %j', (highest, marks) => {
  expect(scaleMarks(highest, true)).toEqual(marks);
});
