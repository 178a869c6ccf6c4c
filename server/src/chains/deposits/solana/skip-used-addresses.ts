import type { Context } from '../../../app/context.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { type BalanceAccount, chunks, inParallel, type SolanaNode } from '../../solana/node.ts';
import { tokenAccountOf } from '../../solana/token-account.ts';
import { selectNextFree, updateFreeSkipped } from './solana-pool-store.ts';

/*
 * A restored backup has addresses as free that payments took after it: given out again, the old payment's money would
 * complete a new payment. Payments take addresses in their order, so one that was used shows that all below it may be with
 * customers. What the last customers got and did not pay was not used yet: some more are skipped for them.
 *
 * A node may leave out histories. An address counts as used, too, where it or a token account of it exists. One that was swept
 * and closed since has neither, so histories are read again in the first hour.
 */

/** Free addresses in a row that were not used after which the others are taken for new. */
const gap = 50;
/** More than are ever ready. */
const maxFree = 2000;
/** Skipped beyond the last one that was used. An address costs nothing. */
const margin = 100;
/** After the first look. */
const lookAgainMs = [minuteMs, 5 * minuteMs, 20 * minuteMs, 60 * minuteMs];

type Node = Pick<SolanaNode, 'historyPage' | 'balances'>;

/** Skips addresses that were given out before. Returns how many. */
export type SkipUsedAddresses = (
  ctx: Pick<Context, 'db' | 'log' | 'clock'>,
  node: Node,
  mints: readonly string[],
) => Promise<number>;

/**
 * Looks when a worker starts, and when an address is free that was taken: then the database was replaced under it. Must end
 * before Solana is offered. Looks again in the first hour.
 */
export function createSkipUsedAddresses(): SkipUsedAddresses {
  let lowestFree: number | null = null;
  let first = { atMs: 0, looks: 0 };
  return async ({ db, log, clock }, node, mints) => {
    const [next] = await selectNextFree(db, 1);
    if (!next) return 0;
    const isFirst = lowestFree === null || next.index < lowestFree;
    const againMs = lookAgainMs[first.looks - 1];
    if (!isFirst && (againMs === undefined || clock.nowMs() < first.atMs + againMs)) {
      lowestFree = next.index;
      return 0;
    }
    const { used, isWhole } = await lastUsed(await selectNextFree(db, maxFree), node, mints);
    const skipped = used === null ? [] : await updateFreeSkipped(db, used + margin);
    if (skipped.length > 0)
      log.warn(
        { chain: 'solana', skipped: skipped.length, first: skipped[0], last: skipped.at(-1) },
        'deposit addresses were used before any payment here took them, and are skipped',
      );
    lowestFree = isWhole ? ((await selectNextFree(db, 1))[0]?.index ?? null) : null;
    first = isFirst ? { atMs: clock.nowMs(), looks: 1 } : { ...first, looks: first.looks + 1 };
    return skipped.length;
  };
}

/**
 * The index of the last address that was used; null if none was. Whole if enough follow it that were not: otherwise addresses
 * that are made next may have been used too.
 */
async function lastUsed(
  free: readonly { index: number; address: string }[],
  node: Node,
  mints: readonly string[],
): Promise<{ used: number | null; isWhole: boolean }> {
  let used: number | null = null;
  let [from, end] = [0, gap];
  while (from < Math.min(end, free.length)) {
    const part = free.slice(from, end);
    const areUsed = await areAddressesUsed(
      part.map(({ address }) => address),
      node,
      mints,
    );
    const last = areUsed.lastIndexOf(true);
    if (last >= 0) used = part[last]?.index ?? used;
    if (last >= 0) end = from + last + 1 + gap;
    from += part.length;
  }
  return { used, isWhole: from >= end };
}

async function areAddressesUsed(
  addresses: readonly string[],
  node: Node,
  mints: readonly string[],
): Promise<boolean[]> {
  const wanted = { commitment: 'confirmed', atLeast: 0, before: undefined, until: undefined } as const;
  const histories = await inParallel(addresses, (address) => node.historyPage(address, wanted));
  const accounts = await Promise.all(
    addresses.map(async (address) => [
      address,
      ...(await Promise.all(mints.map((mint) => tokenAccountOf(address, mint)))),
    ]),
  );
  // Every account that exists has lamports.
  const asked = accounts.flat().map((account): BalanceAccount => ({ account, mint: null }));
  const balances = chunks(await node.balances(asked, 0), 1 + mints.length);
  return addresses.map(
    (_, index) =>
      (histories[index] ?? []).length > 0 || (balances[index] ?? []).some(({ units }) => units > 0n),
  );
}
