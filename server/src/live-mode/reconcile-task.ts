import { createEvmNode } from '../chains/evm/node.ts';
import type { Context } from '../context.ts';
import { minuteMs } from '../durations.ts';
import type { Task } from '../jobs/task.ts';
import { nextDueComparison, recordComparison, takeDueChains } from '../ledger/reconciliation.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import { compareWithChain } from './reconciling.ts';

const everyMs = 5 * minuteMs;

/** Compares the ledger with the chains, all day. Each chain is compared by one worker at a time. */
export function createReconcileTask(chains: readonly LiveChain[], vault: string): Task {
  const names = chains.map(({ id }) => id);
  return {
    name: 'reconcile',
    everyMs: minuteMs,
    async run(ctx) {
      const now = ctx.clock.now();
      const due = await takeDueChains(ctx.db, names, now, new Date(now.getTime() + everyMs));
      await Promise.all(
        chains
          .filter(({ id }) => due.includes(id))
          .map((chain) =>
            reconcile(ctx, chain, vault).catch((error: unknown) =>
              ctx.log.error({ err: error, chain: chain.id }, 'could not compare the ledger with the chain'),
            ),
          ),
      );
      return due.length;
    },
    nextDueAt: (ctx) => nextDueComparison(ctx.db, names),
  };
}

/** Compares one chain now, keeps the outcome, and tells the operator when it changes. */
export async function reconcile(ctx: Context, chain: LiveChain, vault: string): Promise<void> {
  const { id, rpcUrls: urls, chainId, multicall } = chain;
  const rpc = ctx.openRpc({ urls, chainId, nowMs: ctx.clock.nowMs });
  try {
    const compared = await compareWithChain(ctx.db, createEvmNode(rpc, multicall), chain, vault);
    if (!compared) return;
    const { blockNumber, comparisons } = compared;
    const now = ctx.clock.now();
    const at = { now, dueAt: new Date(now.getTime() + everyMs), blockNumber };
    const { isStopped, isNews, differences } = await recordComparison(ctx.db, id, at, comparisons);
    ctx.metrics.chains.payoutsStopped.set({ chain: id }, isStopped ? 1 : 0);
    if (!isNews) return;
    const found = { chain: id, block: blockNumber, differences };
    if (isStopped)
      ctx.log.error(found, 'less is on the chain than the ledger says: payouts there are stopped');
    else if (differences.length > 0) ctx.log.warn(found, 'more is on the chain than the ledger says');
    else ctx.log.info(found, 'the ledger equals the chain again');
  } finally {
    await rpc.close();
  }
}
