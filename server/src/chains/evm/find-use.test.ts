import { expect, it } from 'vitest';
import { findUse } from './find-use.ts';

/** An account that uses one nonce in each of these blocks. */
const accountThatUsed = (blocks: number[]) => async (at: number) =>
  blocks.filter((block) => block <= at).length;

it('finds the block that used a nonce, wherever it is', async () => {
  for (let last = 0; last < 40; last++) {
    for (let at = 0; at <= last; at++) {
      const blocks = [0, at, at, last + 1].sort((a, b) => a - b);
      const nonce = blocks.indexOf(at);
      expect(await findUse(nonce, last, accountThatUsed(blocks)), `${at} of ${last}`).toBe(at);
    }
  }
});

it('finds none while the nonce is not used at the last block', async () => {
  expect(await findUse(2, 10, accountThatUsed([3, 10, 11]))).toBeNull();
  expect(await findUse(0, -1, accountThatUsed([]))).toBeNull();
});

it('asks for recent blocks only when the use is recent', async () => {
  const asked: number[] = [];
  const count = accountThatUsed([1, 9_990]);
  const found = await findUse(1, 10_000, (at) => {
    asked.push(at);
    return count(at);
  });
  expect(found).toBe(9_990);
  expect(Math.min(...asked)).toBeGreaterThan(9_960);
});
