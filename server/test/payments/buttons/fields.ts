import type { ErrorCode } from '../../../src/lib/errors.ts';

type Case = [field: string, what: string, value: unknown, code: ErrorCode];

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

/** What creation and change refuse alike, field by field. */
export const badFields: Case[] = [
  ['name', 'empty', '', 'INVALID_PARAMETER'],
  ['name', 'over 100 characters', '😀'.repeat(101), 'INVALID_PARAMETER'],
  ['name', 'a number', 5, 'INVALID_PARAMETER'],
  ['amount', 'a number', 10, 'INVALID_AMOUNT'],
  ['amount', 'three decimals', '10.001', 'INVALID_AMOUNT'],
  ['amount', 'zero', '0.00', 'INVALID_AMOUNT'],
  ['amount', 'a sign', '-1.00', 'INVALID_AMOUNT'],
  ['amount', 'under the minimum', '0.49', 'AMOUNT_TOO_SMALL'],
  ['amount', 'over the maximum', '100000.01', 'AMOUNT_TOO_LARGE'],
  ['currency', 'unknown', 'CHF', 'INVALID_CURRENCY'],
  ['currency', 'lower case', 'usd', 'INVALID_CURRENCY'],
  ['description', 'over 500 characters', 'x'.repeat(501), 'DESCRIPTION_TOO_LONG'],
  ['description', 'a number', 5, 'INVALID_PARAMETER'],
  ['metadata', '21 keys', keys(21), 'METADATA_TOO_LARGE'],
  ['metadata', 'a list', [], 'INVALID_PARAMETER'],
  ['redirect_url', 'HTTP', 'http://shop.example', 'INVALID_URL'],
  ['redirect_url', 'no URL', 'shop', 'INVALID_URL'],
  ['cancel_url', 'a script', 'javascript:alert(1)', 'INVALID_URL'],
  ['expiration_minutes', 'under 5', 4, 'INVALID_EXPIRATION'],
  ['expiration_minutes', 'over 1440', 1441, 'INVALID_EXPIRATION'],
  ['expiration_minutes', 'a string', '30', 'INVALID_EXPIRATION'],
  ['expiration_minutes', 'a fraction', 5.5, 'INVALID_EXPIRATION'],
  ['accepted_chains', 'empty', [], 'INVALID_CHAIN'],
  ['accepted_chains', 'unknown', ['tron'], 'INVALID_CHAIN'],
  ['accepted_tokens', 'empty', [], 'INVALID_TOKEN'],
  ['accepted_tokens', 'unknown', ['DOGE'], 'INVALID_TOKEN'],
];
