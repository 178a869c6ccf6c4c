import type { Context } from '../../app/context.ts';
import type { PaymentKey } from '../../lib/payment-key.ts';
import type { Sql } from '../../platform/db/client.ts';
import { createLanes } from '../../platform/jobs/lanes.ts';
import type { Task } from '../../platform/jobs/task.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { wakeAfterArrivals } from '../watching/arrival-followers.ts';
import { cursorOf } from '../watching/cursors.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import { rpcReports } from '../watching/rpc-reports.ts';
import { type HintRow, nextHintCheck, takeDueHints, updateHint, updateHintDone } from './hint-store.ts';
import { lookAtHint } from './hints.ts';

const batchSize = 50;
/** Longer than a look takes, with all addresses of a chain tried. */
const leaseMs = 60_000;

/** What follows when a transaction that a customer named reverted, in the transaction that notes it. */
type OnReverted = (tx: Sql, payment: PaymentKey) => Promise<void>;

/** Looks at transactions that customers say to have sent. A chain that hangs holds up its own hints alone. */
export function createHintTask(chains: readonly LiveChain[], onReverted: OnReverted): Task {
  const lanes = createLanes<HintRow>(({ chain }) => chain);
  const rpcs = new Map<string, Rpc>();

  function rpcOf(ctx: Context, chain: LiveChain): Rpc {
    const known = rpcs.get(chain.id);
    if (known) return known;
    const { rpcUrls: urls, chainId } = chain;
    const rpc = ctx.openRpc({ urls, chainId, nowMs: ctx.clock.nowMs, ...rpcReports(ctx, chain.id) });
    rpcs.set(chain.id, rpc);
    return rpc;
  }

  async function lookAtAll(ctx: Context, hints: HintRow[]): Promise<void> {
    const chain = chains.find(({ id }) => id === hints[0]?.chain);
    for (const hint of hints) {
      if (!chain || !hint.is_pending) await updateHintDone(ctx.db, hint);
      else await lookAt(ctx, rpcOf(ctx, chain), chain, hint, onReverted).catch(notAnswered(ctx, hint));
    }
  }

  return {
    name: 'look-at-hints',
    async run(ctx) {
      lanes.rethrow();
      const now = ctx.clock.now();
      const leaseUntil = new Date(now.getTime() + leaseMs);
      const due = await takeDueHints(ctx.db, now, leaseUntil, batchSize, lanes.busy());
      lanes.start(
        due,
        (hints) => lookAtAll(ctx, hints),
        () => ctx.wake.at('look-at-hints', ctx.clock.now()),
      );
      return due.length;
    },
    nextDueAt: (ctx) => nextHintCheck(ctx.db, lanes.busy()),
    async drain() {
      await lanes.drain();
      await Promise.all([...rpcs.values()].map((rpc) => rpc.close()));
      rpcs.clear();
    },
  };
}

/** The lease ends, and the hint is looked at again. */
function notAnswered({ log }: Context, { chain, tx_hash }: HintRow): (error: unknown) => void {
  return (error) => log.warn({ err: error, chain, tx_hash }, 'could not look at a transaction');
}

async function lookAt(
  ctx: Context,
  rpc: Rpc,
  chain: LiveChain,
  hint: HintRow,
  onReverted: OnReverted,
): Promise<void> {
  // The cursor first: a block that it calls final is not replaced while the node answers.
  const cursor = await cursorOf(ctx.db, chain.id);
  const finding = await lookAtHint(rpc, chain, hint, Number(cursor?.final_number ?? -1), ctx.clock.now());
  const keep = async (tx: Sql) => {
    await updateHint(tx, hint, finding);
    if (finding.state === 'reverted') await onReverted(tx, hint);
  };
  await ctx.db.begin(keep);
  if (finding.state === 'reverted') wakeAfterArrivals(ctx);
}
