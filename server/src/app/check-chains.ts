import { createRpcUseWriter } from '../chains/setup/rpc-use.ts';
import { upsertStatus } from '../chains/setup/status-store.ts';
import { cursorOf } from '../chains/watching/cursors.ts';
import type { ChainId } from '../lib/chains/registry.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Context } from './context.ts';

const checkEveryMs = 30_000;

/** What a look at a chain found. */
export interface Look {
  problem: string | null;
  sweepUnits: bigint | null;
  /** The least that a new address can receive of the chain's own token. */
  leastNative: bigint | null;
  /** Why the vault should have another owner. */
  hotOwner: string | null;
}

export interface CheckedChain {
  id: ChainId;
  look(ctx: Context): Promise<Look>;
}

/**
 * Looks at each configured chain, so that the checkout offers only what works now. A chain goes off when two looks in a row
 * fail, since a node may miss one, and on again with the first that succeeds. One that halted goes off at once.
 */
export function createCheckTask(chains: readonly CheckedChain[]): Task {
  const known = new Map<string, string | null>();
  /** Chains that were on and whose last look failed. */
  const doubted = new Set<string>();
  const writeRpcUse = createRpcUseWriter();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return {
    name: 'check-chains',
    everyMs: checkEveryMs,
    async run(ctx) {
      if (ctx.clock.nowMs() - checkedAtMs < checkEveryMs) return 0;
      checkedAtMs = ctx.clock.nowMs();
      await Promise.all(
        chains.map(async (chain) => {
          const halted = await haltOf(ctx, chain.id);
          const { problem, sweepUnits, leastNative, hotOwner } = halted ?? (await chain.look(ctx));
          const isOn = known.get(chain.id) === null;
          if (problem !== null && halted === null && isOn && !doubted.has(chain.id)) {
            doubted.add(chain.id);
            ctx.log.warn({ chain: chain.id, problem }, 'live chain is doubtful, will look again');
            return;
          }
          doubted.delete(chain.id);
          await upsertStatus(ctx.db, {
            chain: chain.id,
            checked_at: ctx.clock.now(),
            problem,
            sweep_units: sweepUnits?.toString() ?? null,
            least_native: leastNative?.toString() ?? null,
            hot_owner: hotOwner,
          });
          if (known.get(chain.id) === problem) return;
          known.set(chain.id, problem);
          if (problem) ctx.log.warn({ chain: chain.id, problem }, 'live chain is off');
          else ctx.log.info({ chain: chain.id }, 'live chain is on');
        }),
      );
      await writeRpcUse(ctx);
      await ctx.liveChains.refresh();
      return chains.length;
    },
    nextDueAt: async () => null,
  };
}

async function haltOf({ db }: Context, chain: ChainId): Promise<Look | null> {
  const reason = (await cursorOf(db, chain))?.halted_reason;
  if (!reason) return null;
  const problem = `Halted: ${reason}. Run "causeway chains resume ${chain}".`;
  return { problem, sweepUnits: null, leastNative: null, hotOwner: null };
}
