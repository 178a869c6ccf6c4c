import type { Context } from '../../app/context.ts';
import { createEvmNode, type EvmNode } from '../../chains/evm/node.ts';
import { createSenderNode } from '../../chains/evm/sender-node.ts';
import type { Rpc } from '../../chains/rpc/rpc.ts';
import { createSolanaNode } from '../../chains/solana/node.ts';
import { createSolanaSenderNode, type SolanaSenderNode } from '../../chains/solana/sender-node.ts';
import { withSolana } from '../../chains/solana/solana-rpc.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import type { SolanaLiveChain } from '../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../chains/watching/solana/treasury-accounts.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { compareWithChain } from './evm/compare-evm.ts';
import { searchUnseen } from './evm/unseen-money.ts';
import { reconcileGas } from './reconcile-gas.ts';
import { type Comparison, recordComparison } from './reconciliation.ts';
import { claimReconciliations, nextReconciliation } from './reconciliation-store.ts';
import { compareWithSolana } from './solana/compare-solana.ts';
import { reconcileSolanaGas } from './solana/reconcile-solana-gas.ts';
import { bookRefills } from './solana/refills.ts';

const everyMs = 5 * minuteMs;

/** A chain, and how to compare the ledger with it. */
interface Compared {
  id: ChainId;
  compare(
    ctx: Context,
  ): Promise<{ blockNumber: number; blockTime: Date | null; comparisons: Comparison[] } | null>;
}

/** Compares the ledger with the chains periodically, each in one worker at a time. */
export function createReconcileTask(
  evm: readonly LiveChain[],
  vault: string,
  solana: SolanaLiveChain | null,
): Task {
  const chains: Compared[] = [
    ...evm.map((chain) => ({ id: chain.id, compare: (ctx: Context) => compareWithGas(ctx, chain, vault) })),
    ...(solana ? [{ id: solana.id, compare: (ctx: Context) => compareSolanaWithGas(ctx, solana) }] : []),
  ];
  const names = chains.map(({ id }) => id);
  return {
    name: 'reconcile',
    everyMs: minuteMs,
    async run(ctx) {
      const now = ctx.clock.now();
      const due = await claimReconciliations(ctx.db, names, now, new Date(now.getTime() + everyMs));
      await Promise.all(
        chains
          .filter(({ id }) => due.includes(id))
          .map((chain) =>
            record(ctx, chain).catch((error: unknown) =>
              ctx.log.error({ err: error, chain: chain.id }, 'could not compare the ledger with the chain'),
            ),
          ),
      );
      return due.length;
    },
    nextDueAt: (ctx) => nextReconciliation(ctx.db, names),
  };
}

/** Compares one EVM chain now, stores the result, and logs changes. */
export function reconcile(ctx: Context, chain: LiveChain, vault: string): Promise<void> {
  return record(ctx, { id: chain.id, compare: () => compareWithGas(ctx, chain, vault) });
}

/** Books gas first, since it is part of the chain's own token. */
function compareWithGas(ctx: Context, chain: LiveChain, vault: string) {
  return withRpc(ctx, chain, async (rpc, reads) => {
    const operator = ctx.liveChains.wallet()?.evm_operator;
    if (operator) await reconcileGas(ctx, chain, operator, { reads, sender: createSenderNode(rpc, chain) });
    // What it finds is in the comparison then. A node that cannot answer this must not keep the ledger from being compared.
    await searchUnseen(ctx, chain, reads).catch((error: unknown) =>
      ctx.log.error(
        { err: error, chain: chain.id },
        'could not search addresses for money that was not seen',
      ),
    );
    return compareWithChain(ctx.db, reads, chain, vault);
  });
}

export function compareEvm(ctx: Pick<Context, 'db' | 'clock' | 'openRpc'>, chain: LiveChain, vault: string) {
  return withRpc(ctx, chain, (_rpc, reads) => compareWithChain(ctx.db, reads, chain, vault));
}

async function withRpc<Found>(
  { clock, openRpc }: Pick<Context, 'clock' | 'openRpc'>,
  { rpcUrls: urls, chainId, multicall }: LiveChain,
  use: (rpc: Rpc, reads: EvmNode) => Promise<Found>,
): Promise<Found> {
  const rpc = openRpc({ urls, chainId, nowMs: clock.nowMs });
  try {
    return await use(rpc, createEvmNode(rpc, multicall));
  } finally {
    await rpc.close();
  }
}

function compareSolanaWithGas(ctx: Context, chain: SolanaLiveChain) {
  return ofTreasury(ctx, chain, async (node, rpc) => {
    const feePayer = ctx.liveChains.wallet()?.solana_fee_payer;
    if (feePayer) await reconcileSolanaGas(ctx, feePayer, node);
    // A node that cannot answer this must not keep the ledger from being compared.
    await bookRefills(ctx, chain, createSolanaNode(rpc)).catch((error: unknown) =>
      ctx.log.error(
        { err: error, chain: chain.id },
        'could not search for money that came back to the treasury',
      ),
    );
    return compareWithSolana(ctx.db, node, chain);
  });
}

export function compareSolana(ctx: Pick<Context, 'db' | 'clock' | 'openRpc'>, chain: SolanaLiveChain) {
  return ofTreasury(ctx, chain, (node) => compareWithSolana(ctx.db, node, chain));
}

/** Null without a Solana treasury. */
async function ofTreasury<Found>(
  ctx: Pick<Context, 'db' | 'clock' | 'openRpc'>,
  chain: SolanaLiveChain,
  use: (node: SolanaSenderNode, rpc: Rpc) => Promise<Found>,
): Promise<Found | null> {
  if ((await selectTreasuries(ctx.db)).length === 0) return null;
  return withSolana(ctx, chain, (rpc) => use(createSolanaSenderNode(rpc), rpc));
}

async function record(ctx: Context, { id, compare }: Compared): Promise<void> {
  const compared = await compare(ctx);
  if (!compared) return;
  const { blockNumber, blockTime, comparisons } = compared;
  const now = ctx.clock.now();
  const at = { now, dueAt: new Date(now.getTime() + everyMs), blockNumber, blockTime };
  const { isStopped, isNews, differences } = await recordComparison(ctx.db, id, at, comparisons);
  ctx.metrics.chains.payoutsStopped.set({ chain: id }, isStopped ? 1 : 0);
  if (!isNews) return;
  const found = { chain: id, block: blockNumber, differences };
  if (isStopped) ctx.log.error(found, 'less is on the chain than the ledger says: payouts there are stopped');
  else if (differences.length > 0) ctx.log.warn(found, 'more is on the chain than the ledger says');
  else ctx.log.info(found, 'the ledger equals the chain again');
}
