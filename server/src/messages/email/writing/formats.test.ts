import { expect, it } from 'vitest';
import { formatsOf } from './formats.ts';

/** Intl uses several kinds of space. */
const plain = (text: string) => text.replace(/\s/g, ' ');

it.each([
  ['en', '1234.50', '$1,234.50'],
  ['de', '1234.50', '1.234,50 $'],
  ['fr', '-1234.50', '\u22121 234,50 $US'],
  ['en', '90071992547409931.07', '$90,071,992,547,409,931.07'],
] as const)('in %s, %s US dollars read %s', (locale, amount, expected) => {
  expect(plain(formatsOf(locale).money(amount, 'USD'))).toBe(expected);
});

it.each([
  ['50.000000', '50.00'],
  ['1.234567890123456789', '1.234568'],
  ['90071992547409931.000001', '90,071,992,547,409,931.000001'],
  ['-0.5', '\u22120.50'],
])('%s tokens read %s', (amount, expected) => {
  expect(formatsOf('en').tokens(amount)).toBe(expected);
});

it.each(['', '1e3', 'NaN', '1,000', '--1', '1.'])('%j is no amount', (text) => {
  expect(() => formatsOf('en').tokens(text)).toThrow('not a decimal string');
});
