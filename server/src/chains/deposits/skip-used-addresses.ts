import type { Context } from '../../app/context.ts';
import { inParallel, type SolanaNode } from '../solana/node.ts';
import { selectNextFree, updateFreeSkipped } from './solana-pool-store.ts';

/*
 * A restored backup has addresses as free that payments took after it: given out again, the old payment's money would
 * complete a new payment. Payments take addresses in their order, so one with a history shows that all below it may be with
 * customers. What the last customers got and did not pay has no history yet: some more are skipped for them.
 */

/** Free addresses in a row without a history after which the others are taken for new. */
const gap = 50;
/** More than are ever ready. */
const maxFree = 2000;
/** Skipped beyond the last one with a history. An address costs nothing. */
const margin = 100;

/** Skips addresses that were given out before. Returns how many. */
export type SkipUsedAddresses = (
  ctx: Pick<Context, 'db' | 'log'>,
  node: Pick<SolanaNode, 'historyPage'>,
) => Promise<number>;

/**
 * Looks when a worker starts, and when an address is free that was taken: then the database was replaced under it. Must end
 * before Solana is offered.
 */
export function createSkipUsedAddresses(): SkipUsedAddresses {
  let lowestFree: number | null = null;
  return async ({ db, log }, node) => {
    const [next] = await selectNextFree(db, 1);
    if (!next) return 0;
    if (lowestFree !== null && next.index >= lowestFree) {
      lowestFree = next.index;
      return 0;
    }
    const { used, isWhole } = await lastUsed(await selectNextFree(db, maxFree), node);
    const skipped = used === null ? [] : await updateFreeSkipped(db, used + margin);
    if (skipped.length > 0)
      log.warn(
        { chain: 'solana', skipped: skipped.length, first: skipped[0], last: skipped.at(-1) },
        'deposit addresses have a history before any payment here took them, and are skipped',
      );
    lowestFree = isWhole ? ((await selectNextFree(db, 1))[0]?.index ?? null) : null;
    return skipped.length;
  };
}

/**
 * The index of the last address with a history; null if none has one. Whole if enough without one follow it: otherwise
 * addresses that are made next may have been used too.
 */
async function lastUsed(
  free: readonly { index: number; address: string }[],
  node: Pick<SolanaNode, 'historyPage'>,
): Promise<{ used: number | null; isWhole: boolean }> {
  const wanted = { commitment: 'confirmed', atLeast: 0, before: undefined, until: undefined } as const;
  let used: number | null = null;
  let [from, end] = [0, gap];
  while (from < Math.min(end, free.length)) {
    const part = free.slice(from, end);
    const histories = await inParallel(part, ({ address }) => node.historyPage(address, wanted));
    const last = histories.findLastIndex((entries) => entries.length > 0);
    if (last >= 0) used = part[last]?.index ?? used;
    if (last >= 0) end = from + last + 1 + gap;
    from += part.length;
  }
  return { used, isWhole: from >= end };
}
