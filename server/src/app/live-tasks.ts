import type { Task } from '../platform/jobs/task.ts';
import type { Context } from './context.ts';

/** None without a wallet: there are no addresses to watch then. */
export async function liveModeTasks(ctx: Context): Promise<Task[]> {
  const wallet = ctx.liveChains.wallet();
  if (!wallet || Object.keys(ctx.config.chains).length === 0) return [];
  // Loaded on demand: viem takes half a second to load, and most processes have no live chain.
  const { chainTasks } = await import('./chain-tasks.ts');
  return chainTasks(ctx, wallet.evm_vault);
}
