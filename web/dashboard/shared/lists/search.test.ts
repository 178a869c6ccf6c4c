import { expect, it } from 'vitest';
import { readSearch, writeSearch } from './search.ts';

it('keeps numbers, booleans and quotes as strings', () => {
  const values = { search: '0042', flag: 'true', quoted: '"x"', env: 'live' };
  expect(readSearch(writeSearch(values))).toEqual(values);
});

it('leaves out empty values', () => {
  expect(writeSearch({ status: '', env: undefined })).toBe('');
});
