import { expect, it } from 'vitest';
import { compareVersions } from './version.ts';

it.each([
  ['0.1.0', '0.1.0', 0],
  ['0.1.0', '0.2.0', -1],
  ['0.10.0', '0.9.9', 1],
  ['1.0.0', '0.99.0', 1],
  ['0.2.1', '0.2.0', 1],
])('%s against %s', (first, second, sign) => {
  expect(Math.sign(compareVersions(first, second))).toBe(sign);
});
