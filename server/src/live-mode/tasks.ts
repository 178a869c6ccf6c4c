import { createRpc } from '../chains/evm/rpc.ts';
import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { cursorOf } from '../watching/watching.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import { checkChain } from './checks.ts';
import { upsertStatus } from './status-store.ts';

const checkEveryMs = 30_000;

/** Looks at each configured chain, so that the checkout offers only what works now. */
export function createCheckTask(chains: readonly LiveChain[], vault: string): Task {
  const nodes = chains.map((chain) => ({ chain, rpc: createRpcOf(chain) }));
  const known = new Map<string, string | null>();
  return {
    name: 'check-chains',
    everyMs: checkEveryMs,
    async run(ctx) {
      await Promise.all(
        nodes.map(async ({ chain, rpc }) => {
          const problem = await problemOf(ctx, chain, await checkChain(rpc, chain, vault));
          await upsertStatus(ctx.db, { chain: chain.id, checked_at: ctx.clock.now(), problem });
          if (known.get(chain.id) === problem) return;
          known.set(chain.id, problem);
          if (problem) ctx.log.warn({ chain: chain.id, problem }, 'live chain is off');
          else ctx.log.info({ chain: chain.id }, 'live chain is on');
        }),
      );
      return 0;
    },
    nextDueAt: async () => null,
    drain: async () => void (await Promise.all(nodes.map(({ rpc }) => rpc.close()))),
  };
}

function createRpcOf({ rpcUrls: urls, chainId }: LiveChain) {
  return createRpc({ urls, chainId, nowMs: Date.now });
}

async function problemOf(
  ctx: Context,
  chain: LiveChain,
  findings: Awaited<ReturnType<typeof checkChain>>,
): Promise<string | null> {
  const cursor = await cursorOf(ctx.db, chain.id);
  if (cursor?.halted_reason) return `Halted: ${cursor.halted_reason}`;
  const wrong = findings.filter(({ todo }) => todo !== null);
  return wrong.length === 0 ? null : wrong.map(({ what, found, todo }) => `${what}: ${found}. ${todo}`).join(' ');
}
