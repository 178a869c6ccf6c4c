import { expect, it } from 'vitest';
import { readAddresses, writeAddresses } from './addresses.ts';

it('splits addresses at spaces, commas and line breaks', () => {
  const entries = ['203.0.113.7', '2001:db8::/32', '198.51.100.0/24'];
  expect(readAddresses(' 203.0.113.7\n\n2001:db8::/32, 198.51.100.0/24;\n')).toEqual(entries);
  expect(readAddresses(writeAddresses(entries))).toEqual(entries);
});

it('returns no addresses for blank text', () => {
  expect(readAddresses(' \n')).toEqual([]);
  expect(writeAddresses(null)).toBe('');
});
