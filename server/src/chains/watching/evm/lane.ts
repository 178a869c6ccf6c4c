import type { Context } from '../../../app/context.ts';
import { createEvmNode } from '../../evm/node.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { compareNodes } from '../compare-nodes.ts';
import { createLaneLoop, type Lane } from '../lane-loop.ts';
import { leaseMsOf } from '../lease.ts';
import type { LiveChain } from '../live-chain.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import { rpcReports } from '../rpc-reports.ts';
import { watchRules } from '../rules.ts';
import type { StepResult } from '../step-result.ts';
import { createWatchedSet, type WatchedSet } from '../watched-set.ts';
import { createLedger, type PgLedger } from './evm-ledger.ts';
import { evmOpinions } from './opinions.ts';
import { rescan } from './rescan.ts';
import { takeStep } from './step.ts';
import { newMemory, type Watcher, type WatcherMemory } from './watcher.ts';

/** While no address is watched, a node is pinged this often, to keep `answered_at` up to date. */
const pingEveryMs = 30_000;

export function createLane(ctx: Context, chain: LiveChain, holder: string): Lane {
  const { clock } = ctx;
  const ledger = createLedger(ctx, holder, leaseMsOf(chain));
  const rpc = ctx.openRpc({
    urls: chain.rpcUrls,
    chainId: chain.chainId,
    nowMs: clock.nowMs,
    ...rpcReports(ctx, chain.id),
  });
  const watched = createWatchedSet(chain, ledger, clock.nowMs);
  const memory = newMemory();
  const compare = (signal: AbortSignal) =>
    compareNodes(ctx, chain, (arrivals) =>
      rpc.everywhere((connection) => evmOpinions(connection, chain, arrivals), signal),
    );
  let pingedMs = 0;

  async function step(signal: AbortSignal): Promise<StepResult> {
    const watcher = createWatcher(ctx, { chain, ledger, watched, rpc, memory }, signal);
    const result = await takeStep(watcher);
    if (result === 'unwatched') await ping(watcher);
    if (result === 'idle') await readAgain(await compare(signal), watcher);
    return result;
  }

  /** A node that invented a transfer may have shown it instead of another. Native money is found by its balance. */
  async function readAgain(invented: readonly UnconfirmedRow[], { node }: Watcher): Promise<void> {
    const blocks = new Set(invented.flatMap((row) => (row.kind === 'log' ? Number(row.block_number) : [])));
    for (const block of blocks)
      try {
        for await (const { found } of rescan(ctx, chain, node, watched, { from: block, to: block }))
          ctx.log.warn(
            { chain: chain.id, block, found },
            'read a block again in which a node invented a transfer',
          );
      } catch (error) {
        ctx.log.error(
          { err: error, chain: chain.id, block },
          'could not read a block again: use chains rescan',
        );
      }
  }

  async function ping({ node }: Watcher): Promise<void> {
    if (clock.nowMs() - pingedMs < pingEveryMs) return;
    pingedMs = clock.nowMs();
    const head = await node.header('latest');
    if (head) ledger.noteHead({ at: clock.now(), number: head.number, time: head.time });
  }

  return createLaneLoop(ctx, chain, () => ledger.renew(chain.id), step);
}

function createWatcher(
  { clock, metrics, log }: Context,
  parts: {
    chain: LiveChain;
    ledger: PgLedger;
    watched: WatchedSet;
    rpc: Rpc;
    memory: WatcherMemory;
  },
  signal: AbortSignal,
): Watcher {
  const { chain, ledger, watched, rpc, memory } = parts;
  const labels = { chain: chain.id };
  return {
    chain,
    ledger,
    watched,
    memory,
    rules: watchRules,
    node: createEvmNode(rpc, chain.multicall, signal),
    onView({ latest }, at) {
      ledger.noteHead({ at: clock.now(), number: latest.number, time: latest.time });
      metrics.chains.head.set(labels, latest.number);
      metrics.chains.verified.set(labels, at.number);
      metrics.chains.lagBlocks.set(labels, Math.max(0, latest.number - at.number));
    },
    onPart: (part) => metrics.chains.reached.inc({ ...labels, part }),
    warn: (message, error) => log.warn({ err: error, chain: chain.id }, message),
  };
}
