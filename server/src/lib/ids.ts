import type { Random } from './random.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const alphabetCodes = Buffer.from(alphabet);
const timeChars = 10;
const sequenceChars = 3;
const randomChars = 13;

export type IdPrefix =
  | 'pay'
  | 'ref'
  | 'inv'
  | 'btn'
  | 'plink'
  | 'eml'
  | 'ann'
  | 'mer'
  | 'mem'
  | 'ses'
  | 'psk'
  | 'apr'
  | 'aud'
  | 'key'
  | 'evt'
  | 'dep'
  | 'unf'
  | 'req'
  | 'we'
  | 'del'
  | 'att'
  | 'arr'
  | 'trf'
  | 'bat'
  | 'po'
  | 'pwa'
  | 'rte'
  | 'ntc'
  | 'scr';

export interface Ids {
  /** Pass the resource's `created_at` as `at`: lists filter by creation time on the id. */
  next(prefix: IdPrefix, at?: Date): string;
}

/**
 * A prefix and 26 characters of Crockford base32: 10 of time (ms), 3 of a sequence within the millisecond, so that ids
 * of one process sort strictly by creation, and 13 random ones (65 bits), so that ids cannot be guessed.
 */
export function createIds(nowMs: () => number, random: Random): Ids {
  const last = new Map<IdPrefix, { ms: number; sequence: number }>();
  const randomPart = createRandomParts(random);
  return {
    next(prefix, at) {
      const ms = at?.getTime() ?? nowMs();
      const before = last.get(prefix);
      // When the sequence is full it stays at its maximum: the time stays exact, and only the order is lost.
      const sequence = before?.ms === ms ? Math.min(before.sequence + 1, 32 ** sequenceChars - 1) : 0;
      last.set(prefix, { ms, sequence });
      return `${prefix}_${encodeTime(ms)}${encode(sequence, sequenceChars)}${randomPart()}`;
    },
  };
}

/** A lower bound for ids created at or after `ms`: lists filter by creation time with the index of the id. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  const clamped = Math.min(Math.max(ms, 0), 32 ** timeChars - 1);
  return `${prefix}_${encode(clamped, timeChars)}${'0'.repeat(sequenceChars + randomChars)}`;
}

/** When an id was made, in ms; null when it is none. */
export function timeOfId(id: string): number | null {
  const text = /^[a-z]+_([0-9a-hjkmnp-tv-z]{26})$/.exec(id)?.[1];
  if (text === undefined) return null;
  return [...text.slice(0, timeChars)].reduce((ms, char) => ms * 32 + alphabet.indexOf(char), 0);
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
  );
}

/** Caches the time part, which is the slowest to encode and the same for all ids of a millisecond. */
let lastTime = { ms: -1, text: '' };

function encodeTime(ms: number): string {
  if (lastTime.ms !== ms) lastTime = { ms, text: encode(ms, timeChars) };
  return lastTime.text;
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

/** Generates the random parts of a hundred ids at a time, because every request needs one. */
function createRandomParts(random: Random): () => string {
  let text = '';
  let used = 0;
  return () => {
    if (used === text.length) {
      // 256 is a multiple of 32, so the low five bits of a byte are uniform.
      const codes = random.bytes(randomChars * 100).map((byte) => alphabetCodes[byte & 31] ?? 0);
      text = Buffer.from(codes).toString('latin1');
      used = 0;
    }
    used += randomChars;
    return text.slice(used - randomChars, used);
  };
}
