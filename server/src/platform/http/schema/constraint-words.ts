import type { Format } from './formats.ts';

/** Describes what a value must be. Completes a sentence that starts with the field's name. */
export function constraintWords(constraint: Record<string, unknown>): string {
  const { allowed, expected, format, min_length, max_length, min_items, max_items, max_keys } = constraint;
  if (Array.isArray(allowed)) return `must be ${oneOf(allowed.map(String))}`;
  if (expected === 'integer' || expected === 'number') return numberWords(constraint);
  if (typeof expected === 'string') return `must be ${typeWords[expected] ?? expected}`;
  if (isFormatName(format)) return `must be ${formatWords[format]}`;
  if (min_length !== undefined) return atLeast(min_length, 'characters');
  if (max_length !== undefined) return atMost(max_length, 'character');
  if (min_items !== undefined) return atLeast(min_items, 'items');
  if (max_items !== undefined) return atMost(max_items, 'item');
  return max_keys === undefined ? 'has a value that is not allowed' : atMost(max_keys, 'key');
}

const typeWords: Record<string, string> = {
  string: 'a string of valid Unicode without NUL characters',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const formatWords: Record<Format, string> = {
  money: 'a positive decimal string with at most two decimals, such as "10.00"',
  price: 'a decimal string with at most two decimals, such as "10.00"',
  fraction: 'a decimal string from 0 to 1 with at most six decimals, such as "0.08"',
  date: 'a date in the form YYYY-MM-DD',
  'transaction-hash': '0x followed by 64 hexadecimal digits',
  'return-url':
    'a URL that starts with https://, without a user name, password or backslash, or in test mode with http://localhost',
  'page-url': 'a URL that starts with https://, without a user name, password or backslash',
  'webhook-url': 'a URL that starts with https:// or http://, without a user name or password',
  'hex-color': 'a colour in the form #rrggbb',
  'one-line': 'one line without control, invisible or text-direction characters',
  'plain-text': 'text without control, invisible or text-direction characters',
  'postal-address': 'at most eight lines without control, invisible or text-direction characters',
  email: 'a single e-mail address',
  base64: 'base64',
  'date-time': 'an ISO 8601 timestamp with a time zone, such as 2026-02-03T04:05:06Z, or a date',
};

function isFormatName(format: unknown): format is Format {
  return typeof format === 'string' && Object.hasOwn(formatWords, format);
}

function oneOf(values: string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

/** Omits bounds at the limits of safe integers. */
function numberWords({ expected, min, above, max, max_decimals }: Record<string, unknown>): string {
  const isBound = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const [from, to] = [isBound(min), isBound(max)];
  const parts = [`must be a ${expected === 'integer' ? 'whole number' : 'number'}`];
  if (from && to) parts[0] += ` from ${min} to ${max}`;
  else if (from) parts[0] += ` of at least ${min}`;
  if (isBound(above)) parts[0] += ` above ${above}`;
  if (to && !from) parts.push(`at most ${max}`);
  if (isBound(max_decimals)) parts.push(`with at most ${max_decimals} decimals`);
  return parts.join(', ');
}

function atLeast(count: unknown, many: string): string {
  return count === 1 ? 'must not be empty' : `must have at least ${count} ${many}`;
}

function atMost(count: unknown, one: string): string {
  return `must have at most ${count} ${count === 1 ? one : `${one}s`}`;
}
