import { randomFillSync } from 'node:crypto';

/** The only source of randomness, so that tests can control it. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** An integer in [min, max]. For jitter and simulated delays, never for secrets. */
  between(min: number, max: number): number;
}

const poolBytes = 8192;

/** Fills a pool once for hundreds of ids, instead of one system call per id. */
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
