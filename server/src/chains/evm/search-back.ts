import type { Log } from '../rpc/answers.ts';
import type { EvmNode } from './node.ts';
import type { LogFilter } from './read-logs.ts';

/** Most RPC providers accept this many blocks per request. */
const blocksAtOnce = 2000;
/** A million blocks in all: three weeks on a chain with blocks of 2 seconds. */
const maxParts = 500;

/**
 * Searches logs from block `last` back to the time `since`, newest blocks first. Null if no block has it; `too old` if
 * `since` is further back than `maxParts` allows.
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
