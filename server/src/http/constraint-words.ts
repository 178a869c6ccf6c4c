import type { Format } from './formats.ts';

/** What a value must be, as the end of a sentence that begins with the field's name. */
export function constraintWords(constraint: Record<string, unknown>): string {
  const { allowed, expected, format, min_length, max_length, min_items, max_items, max_keys } = constraint;
  if (Array.isArray(allowed)) return `must be ${oneOf(allowed.map(String))}`;
  if (expected === 'integer' || expected === 'number') return numberWords(constraint);
  if (typeof expected === 'string') return `must be ${typeWords[expected] ?? expected}`;
  if (isFormatName(format)) return `must be ${formatWords[format]}`;
  if (min_length !== undefined) return atLeast(min_length, 'characters');
  if (max_length !== undefined) return atMost(max_length, 'character');
  if (min_items !== undefined) return atLeast(min_items, 'entries');
  if (max_items !== undefined) return atMost(max_items, 'entry', 'entries');
  return max_keys === undefined ? 'has a value that is not allowed' : atMost(max_keys, 'key');
}

const typeWords: Record<string, string> = {
  string: 'text, without NUL and other characters that cannot be stored',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formatWords: Record<Format, string> = {
  money: 'a positive decimal string with at most two decimals, such as "10.00"',
  price: 'a decimal string with at most two decimals, such as "10.00"',
  fraction: 'a decimal string from 0 to 1 with at most six decimals, such as "0.08"',
  date: 'a day, as YYYY-MM-DD',
  'https-url': 'a URL that begins with https://',
  'webhook-url': 'a URL that begins with https:// or http://, without user and password',
  email: 'one e-mail address',
  base64: 'base64',
  'date-time': 'a moment in ISO 8601 with its zone, such as 2026-02-03T04:05:06Z, or a day',
};

function isFormatName(format: unknown): format is Format {
  return typeof format === 'string' && Object.hasOwn(formatWords, format);
}

function oneOf(values: string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

/** Bounds that no reader would reach are left out. */
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

function atMost(count: unknown, one: string, many = `${one}s`): string {
  return `must have at most ${count} ${count === 1 ? one : many}`;
}
