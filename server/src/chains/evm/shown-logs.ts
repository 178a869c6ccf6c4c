import { groupBy } from '../../lib/group-by.ts';
import type { Header, Log } from '../rpc/answers.ts';
import { LogsMissing } from '../rpc/rpc-error.ts';
import { bitsOf, isFull, mayHave } from './bloom.ts';
import type { EvmNode } from './node.ts';
import type { LogFilter } from './read-logs.ts';

/*
 * An empty answer to eth_getLogs is no proof that nothing is there: an index that is behind, or a provider's bad hour, looks
 * the same. The header shows it: where its bloom allows a log that was not answered, all logs of the block are read with a
 * proof that none is missing.
 *
 * The blooms of busy blocks allow nearly everything, and the proof of each would take a megabyte. There any log that the
 * node answered for the block shows that it has the block's logs, so callers ask for those of busy contracts too.
 */

export interface Shown<B> {
  /** The blocks up to the first one that no node can show. */
  blocks: B[];
  logs: Log[];
  /** Why the others are left out. */
  problem: LogsMissing | null;
}

type MayHide = (bloom: Uint8Array, logs: readonly Log[]) => boolean;

/** Completes the logs of consecutive blocks. `mayHide` says whether a bloom allows more than was answered. */
export async function shownLogs<B extends Header>(
  node: EvmNode,
  blocks: readonly B[],
  answered: readonly Log[],
  mayHide: MayHide,
): Promise<Shown<B>> {
  const byBlock = groupBy(answered, ({ blockHash }) => blockHash);
  const logs: Log[] = [];
  for (const [index, block] of blocks.entries()) {
    const own = byBlock.get(block.hash) ?? [];
    if (block.bloom && isShown(block.bloom, own, mayHide)) {
      logs.push(...own);
      continue;
    }
    try {
      const all = await node.logsIn(block);
      const indexes = new Set(all.map(({ logIndex }) => logIndex));
      // Some chains answer with logs of their own that no header commits to.
      logs.push(...all, ...own.filter(({ logIndex }) => !indexes.has(logIndex)));
    } catch (error) {
      if (!(error instanceof LogsMissing)) throw error;
      return { blocks: blocks.slice(0, index), logs, problem: error };
    }
  }
  return { blocks: [...blocks], logs, problem: null };
}

function isShown(bloom: Uint8Array, logs: readonly Log[], mayHide: MayHide): boolean {
  return (logs.length > 0 && isFull(bloom)) || !mayHide(bloom, logs);
}

/** Whether the bloom of one of these blocks says little. */
export function areBusy(blocks: readonly Header[]): boolean {
  return blocks.some(({ bloom }) => bloom !== null && isFull(bloom));
}

/** A test of blooms: whether a log of one of these contracts with this event may be in the block. */
export function bloomTest({ addresses, topic }: LogFilter): (bloom: Uint8Array) => boolean {
  const contracts = addresses.map((address) => bitsOf(address.toLowerCase()));
  const event = bitsOf(topic);
  return (bloom) => mayHave(bloom, event) && contracts.some((contract) => mayHave(bloom, contract));
}
