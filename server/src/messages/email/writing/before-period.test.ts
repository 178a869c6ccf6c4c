import { expect, it } from 'vitest';
import { beforePeriod } from './before-period.ts';

it('leaves out the period of a name', () => {
  expect(beforePeriod('Northwind Paper Co.')).toBe('Northwind Paper Co');
  expect(beforePeriod('Shop')).toBe('Shop');
});
