import type { Context } from '../../app/context.ts';
import { createLanes } from '../../platform/jobs/lanes.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { createLane } from './evm/lane.ts';
import type { Lane } from './lane-loop.ts';
import type { LiveChain } from './live-chain.ts';
import { createSolanaLane } from './solana/solana-lane.ts';
import type { SolanaLiveChain } from './solana/solana-watcher.ts';
import { releaseCursors } from './store.ts';

/** How long a stop waits for the steps under way before it aborts their requests. */
const drainMs = 10_000;
const holderBytes = 12;

/** Watches live chains. Each has its own lane: one that hangs or fails delays only itself. */
export function createWatchChainTasks(
  chains: readonly LiveChain[],
  solana: SolanaLiveChain | null = null,
): Task[] {
  return chains.length === 0 && !solana ? [] : [createWatchTask(chains, solana)];
}

function createWatchTask(chains: readonly LiveChain[], solana: SolanaLiveChain | null): Task {
  const lanes = createLanes<Lane>(({ chain }) => chain.id);
  let started: { ctx: Context; holder: string; all: Lane[] } | null = null;
  let stopping = new AbortController();
  let isDraining = false;

  function begin(ctx: Context) {
    const holder = Buffer.from(ctx.random.bytes(holderBytes)).toString('hex');
    const evm = chains.map((chain) => createLane(ctx, chain, holder));
    return { ctx, holder, all: solana ? [...evm, createSolanaLane(ctx, solana, holder)] : evm };
  }

  return {
    name: 'watch-chains',
    async run(ctx) {
      started ??= begin(ctx);
      isDraining = false;
      if (stopping.signal.aborted) stopping = new AbortController();
      const busy = new Set(lanes.busy());
      const now = ctx.clock.nowMs();
      const due = started.all.filter((lane) => !busy.has(lane.chain.id) && lane.nextPollMs <= now);
      const { signal } = stopping;
      for (const lane of due) {
        lanes.start(
          [lane],
          () => lane.run(signal, () => isDraining),
          () => ctx.wake.at('watch-chains', new Date(lane.nextPollMs)),
        );
      }
      return due.length;
    },
    async nextDueAt() {
      const busy = new Set(lanes.busy());
      const free = started?.all.filter(({ chain }) => !busy.has(chain.id)) ?? [];
      return free.length > 0 ? new Date(Math.min(...free.map((lane) => lane.nextPollMs))) : null;
    },
    async drain() {
      isDraining = true;
      const timer = setTimeout(() => stopping.abort(), drainMs);
      try {
        await lanes.drain();
      } finally {
        clearTimeout(timer);
      }
      // So that another worker goes on at once.
      if (started) await releaseCursors(started.ctx.db, started.holder, started.ctx.clock.now());
    },
  };
}
