import { createHash } from 'node:crypto';

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: string): () => number {
  let drawn = 0;
  return () => {
    const bytes = createHash('sha256').update(`${seed} ${drawn++}`).digest();
    return bytes.readUInt32BE(0) / 2 ** 32;
  };
}
