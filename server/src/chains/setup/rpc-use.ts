import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { addRpcUse, deleteOldRpcUse, type RpcUse } from './status-store.ts';

/** Adds the calls that this process counted since the last run to the shared figures. */
export function createRpcUseWriter(): (ctx: Context) => Promise<void> {
  const written = new Map<string, Pick<RpcUse, 'calls' | 'errors'>>();
  return async (ctx) => {
    const now = ctx.clock.now();
    const uses = [...(await countedIn(ctx)).values()].flatMap((use) => {
      const key = keyOf(use);
      const before = written.get(key) ?? { calls: 0, errors: 0 };
      const since = { ...use, calls: use.calls - before.calls, errors: use.errors - before.errors };
      written.set(key, use);
      return since.calls > 0 || since.errors > 0 ? [since] : [];
    });
    if (uses.length === 0) return;
    await addRpcUse(ctx.db, uses, now);
    await deleteOldRpcUse(ctx.db, new Date(now.getTime() - dayMs));
  };
}

const keyOf = ({ chain, host }: { chain: string; host: string }) => `${chain} ${host}`;

/** The metrics of this process, by chain and host, with the most frequent problem. */
async function countedIn({ metrics }: Context): Promise<Map<string, RpcUse>> {
  const found = new Map<string, RpcUse>();
  for (const { labels, value } of (await metrics.chains.calls.get()).values) {
    const use = { chain: String(labels.chain), host: String(labels.host), calls: value, errors: 0 };
    found.set(keyOf(use), { ...use, problem: null });
  }
  const most = new Map<string, number>();
  for (const { labels, value } of (await metrics.chains.errors.get()).values) {
    const at = { chain: String(labels.chain), host: String(labels.host) };
    const key = keyOf(at);
    const use = found.get(key) ?? { ...at, calls: 0, errors: 0, problem: null };
    const isMost = value > (most.get(key) ?? 0);
    if (isMost) most.set(key, value);
    const problem = isMost ? String(labels.problem) : use.problem;
    found.set(key, { ...use, errors: use.errors + value, problem });
  }
  return found;
}
