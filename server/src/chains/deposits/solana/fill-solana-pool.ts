import type { Context } from '../../../app/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { createAddressMaker, seedOf } from '../../wallets/solana/solana-keys.ts';
import { loadWallet } from '../../wallets/wallets.ts';
import { countFree, insertAddresses, nextIndex } from './solana-pool-store.ts';

/** Free addresses that workers keep ready. */
const poolSize = 1000;
/** Few enough that nobody waits for the event loop. */
const batchSize = 20;
const checkEveryMs = 2000;

/** Makes deposit addresses ahead, in workers that have the wallet: `serve` takes them and holds no key. */
export function createFillTask(walletFile: string): Task {
  return fillTask(async (ctx) => createAddressMaker(seedOf((await loadWallet(ctx, walletFile)).words)));
}

/** The same with any source of addresses. */
export function fillTask(
  loadMaker: (ctx: Context) => Promise<(index: number) => string>,
  size = poolSize,
  atOnce = batchSize,
): Task {
  let makeAddress: ((index: number) => string) | null = null;
  return {
    name: 'make-solana-addresses',
    everyMs: checkEveryMs,
    async run(ctx) {
      const missing = size - (await countFree(ctx.db));
      if (missing <= 0) return 0;
      makeAddress ??= await loadMaker(ctx);
      const make = makeAddress;
      const first = await nextIndex(ctx.db);
      const rows = Array.from({ length: Math.min(missing, atOnce) }, (_, offset) => ({
        index: first + offset,
        address: make(first + offset),
      }));
      await insertAddresses(ctx.db, rows, ctx.clock.now());
      return rows.length;
    },
    nextDueAt: async () => null,
  };
}
