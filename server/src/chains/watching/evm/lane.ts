import type { Context } from '../../../app/context.ts';
import { createEvmNode } from '../../evm/node.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { compareNodes, type Questions } from '../compare-nodes.ts';
import { createLaneLoop, type Lane } from '../lane-loop.ts';
import { leaseMsOf } from '../lease.ts';
import type { LiveChain } from '../live-chain.ts';
import { rpcReports } from '../rpc-reports.ts';
import { watchRules } from '../rules.ts';
import type { StepResult } from '../step-result.ts';
import { createWatchedSet, type WatchedSet } from '../watched-set.ts';
import { departureOpinions } from './departure-opinions.ts';
import { createLedger, type PgLedger } from './evm-ledger.ts';
import { evmOpinions } from './opinions.ts';
import { rescanDue } from './rescan-due.ts';
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
  const questions = (signal: AbortSignal): Questions => ({
    arrivals: (asked) => rpc.everywhere((connection) => evmOpinions(connection, chain, asked), signal),
    departures: (asked) =>
      rpc.everywhere((connection) => departureOpinions(connection, chain, asked), signal),
    // Native money is found by its balance.
    mayHide: ({ kind }) => kind === 'log',
  });
  let pingedMs = 0;

  async function step(signal: AbortSignal): Promise<StepResult> {
    const watcher = createWatcher(ctx, { chain, ledger, watched, rpc, memory }, signal);
    const result = await takeStep(watcher);
    if (result === 'unwatched') await ping(watcher);
    if (result === 'idle') {
      await compareNodes(ctx, chain, questions(signal));
      await rescanDue(ctx, chain, rpc, watched, signal);
    }
    return result;
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
