import type { Random } from './random.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeChars = 10;
const sequenceChars = 2;
const randomChars = 14;

export type IdPrefix = 'pay' | 'mer' | 'mem' | 'key' | 'evt' | 'dep' | 'req';

export interface Ids {
  next(prefix: IdPrefix): string;
}

/**
 * Prefix + 26 characters of Crockford base32: 10 of time (ms), 2 of a sequence within the millisecond so that ids of
 * one process sort strictly by creation, 14 (70 bits) of randomness so that they cannot be guessed.
 */
export function createIds(nowMs: () => number, random: Random): Ids {
  let lastMs = 0;
  let sequence = 0;
  return {
    next(prefix) {
      const ms = nowMs();
      if (ms > lastMs) {
        lastMs = ms;
        sequence = 0;
      } else if (++sequence === 32 ** sequenceChars) {
        lastMs++;
        sequence = 0;
      }
      return `${prefix}_${encode(lastMs, timeChars)}${encode(sequence, sequenceChars)}${randomPart(random)}`;
    },
  };
}

/** The smallest id of that prefix made at or after `ms`: lists filter by creation time on the id's own index. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  const clamped = Math.min(Math.max(ms, 0), 32 ** timeChars - 1);
  return `${prefix}_${encode(clamped, timeChars)}${'0'.repeat(sequenceChars + randomChars)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
  );
}

function encode(value: number, chars: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < chars; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomPart(random: Random): string {
  const bytes = random.bytes(randomChars);
  let text = '';
  // 256 is a multiple of 32, so the low five bits of a byte are uniform.
  for (const byte of bytes) text += alphabet.charAt(byte & 31);
  return text;
}
