/** Repeatable random numbers (mulberry32). */
export interface Chance {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  happens(probability: number): boolean;
}

export function chanceFrom(seed: number): Chance {
  let state = Math.imul(seed, 7919) + 1;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { below: (limit) => Math.floor(next() * limit), happens: (probability) => next() < probability };
}
