import { randomFillSync } from 'node:crypto';

/** The only source of randomness, so that tests can hold it. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** A whole number in [min, max]. For spreading load and simulated delays, never for secrets. */
  between(min: number, max: number): number;
}

const poolBytes = 8192;

/** Draws from a pool: one call into the system for hundreds of ids instead of one for each. */
export function createRandom(): Random {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return {
    bytes(count) {
      if (count > poolBytes) throw new RangeError(`at most ${poolBytes} random bytes at once`);
      if (used + count > poolBytes) {
        randomFillSync(pool);
        used = 0;
      }
      const drawn = pool.slice(used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return drawn;
    },
    between: (min, max) => min + Math.floor(Math.random() * (max - min + 1)),
  };
}
