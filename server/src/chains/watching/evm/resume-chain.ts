import type { Context } from '../../../app/context.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { EvmNode } from '../../evm/node.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import { abandonAbove, countFinalAbove, selectArrivalBlocks } from '../arrival-store.ts';
import type { BlockRef } from '../ledger-port.ts';
import { deleteBlocks, insertBlocks, selectBlocks, selectHalted, updateResumed } from '../store.ts';

/** What resuming a halted chain would do. */
export interface ResumePlan {
  haltedReason: string;
  /** The newest block of ours that the node has too. The chain is read again from here. */
  fork: BlockRef;
  /** Arrivals that were final and are in blocks above the fork. */
  finalArrivals: number;
  version: bigint;
}

const maxArrivalBlocks = 10_000;

/** Null when the chain is not halted. Throws when the node has none of our blocks. */
export async function planResume(sql: Sql, node: EvmNode, chain: ChainId): Promise<ResumePlan | null> {
  const halted = await selectHalted(sql, chain);
  if (!halted) return null;
  const kept = await selectBlocks(sql, chain, 0, Number.MAX_SAFE_INTEGER);
  // Older blocks were deleted, but their arrivals still have their hashes.
  const older = await selectArrivalBlocks(sql, chain, kept[0]?.number ?? 0, maxArrivalBlocks);
  const fork = await newestShared(node, [...older, ...kept]);
  if (!fork) throw new Error('The node has none of the blocks that were read. Is it the right chain?');
  const finalArrivals = await countFinalAbove(sql, chain, fork.number);
  return { haltedReason: halted.reason, fork, finalArrivals, version: halted.version };
}

/** Moves the cursor back to the fork, and takes back all arrivals above it. False if the cursor changed since the plan. */
export async function resumeChain(
  ctx: Pick<Context, 'db' | 'clock' | 'wake' | 'followers'>,
  chain: ChainId,
  { fork, version }: ResumePlan,
): Promise<boolean> {
  const isDone = await ctx.db.begin(async (tx) => {
    if (!(await updateResumed(tx, chain, version, fork))) return false;
    await deleteBlocks(tx, chain, { below: 0, above: fork.number - 1 });
    await insertBlocks(tx, chain, [fork]);
    await ctx.followers.blocksAbandoned(tx, chain, fork.number);
    const addresses = [...new Set(await abandonAbove(tx, chain, fork.number))];
    if (addresses.length > 0) await ctx.followers.arrivalsChanged(tx, addresses);
    return true;
  });
  if (!isDone) return false;
  wakeAfterArrivals(ctx);
  for (const task of ['watch-chains', 'send-transfers'] as const) ctx.wake.at(task, ctx.clock.now());
  return true;
}

/** The newest of these blocks that the node has. They are in order, so that all below a shared one are shared. */
async function newestShared(node: EvmNode, blocks: readonly BlockRef[]): Promise<BlockRef | null> {
  let [low, high] = [-1, blocks.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const block = blocks[middle];
    const isShared = block && (await node.header(block.number))?.hash === block.hash;
    if (isShared) low = middle;
    else high = middle;
  }
  return blocks[low] ?? null;
}
