import type { Log } from '../rpc/answers.ts';
import type { EvmNode } from './node.ts';
import type { LogFilter } from './read-logs.ts';

/** What most providers take at once. */
const blocksAtOnce = 2000;
/** A million blocks of 2 seconds are three weeks. */
const maxParts = 500;

/**
 * Looks for an event from the block `last` back to this time, the newest blocks first. Null when it is in none of these
 * blocks; `too old` when there are more of them than are read.
 */
export async function searchBack<T>(
  reads: EvmNode,
  last: number,
  since: Date,
  filter: LogFilter,
  find: (logs: readonly Log[]) => T | null,
): Promise<T | 'too old' | null> {
  let to = last;
  for (let part = 0; part < maxParts && to >= 0; part++) {
    const header = await reads.header(to);
    if (!header || header.time < since) return null;
    const from = Math.max(0, to - blocksAtOnce + 1);
    const found = find(await reads.logsBetween(from, header, [filter]));
    if (found !== null) return found;
    to = from - 1;
  }
  return to < 0 ? null : 'too old';
}
