import { expect, it } from 'vitest';
import { readAddresses, writeAddresses } from './addresses.ts';

it('reads addresses however they are separated', () => {
  const entries = ['203.0.113.7', '2001:db8::/32', '198.51.100.0/24'];
  expect(readAddresses(' 203.0.113.7\n\n2001:db8::/32, 198.51.100.0/24;\n')).toEqual(entries);
  expect(readAddresses(writeAddresses(entries))).toEqual(entries);
});

it('nothing written means no address is named', () => {
  expect(readAddresses(' \n')).toEqual([]);
  expect(writeAddresses(null)).toBe('');
});
