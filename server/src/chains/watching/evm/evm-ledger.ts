import type { Context } from '../../../app/context.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { TransactionSql } from '../../../platform/db/client.ts';
import { selectAddresses } from '../address-store.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import {
  abandonAbove,
  insertArrivals,
  insertDepartures,
  type StoredArrival,
  selectGoneAddresses,
} from '../arrival-store.ts';
import { maxLeaseMs } from '../lease.ts';
import type { HeldCursor, WatchLedger, Writes } from '../ledger-port.ts';
import {
  deleteBlocks,
  existsUnfinal,
  type Head,
  insertBlocks,
  moveCursor,
  selectBlocks,
  selectNativeHashes,
  selectNativeSums,
  takeCursor,
  updateLease,
} from '../store.ts';
import { makeFinal } from './final-arrivals.ts';

type LedgerContext = Pick<Context, 'db' | 'clock' | 'ids' | 'wake' | 'metrics' | 'followers' | 'screening'>;

export interface PgLedger extends WatchLedger {
  /** Stored the next time the chain is taken. */
  noteHead(head: Head): void;
  /** Extends the lease, if this worker holds the chain. */
  renew(chain: ChainId): Promise<void>;
}

const maxKeptBelowFinal = 5000;

/** What watching keeps, in Postgres. `holder` names this worker. */
export function createLedger(ctx: LedgerContext, holder: string, leaseMs: number = maxLeaseMs): PgLedger {
  const { db, clock } = ctx;
  const lease = () => ({ holder, now: clock.now(), until: new Date(clock.nowMs() + leaseMs) });
  let head: Head | null = null;
  return {
    noteHead(noted) {
      head = noted;
    },
    take: (chain) => takeCursor(db, chain, lease(), head),
    renew: (chain) => updateLease(db, chain, lease()),
    blocksBetween: (chain, from, to) => selectBlocks(db, chain, from, to),
    watchedSince: (chain, mark) => selectAddresses(db, chain, clock.now(), mark),
    nativeAt: (chain, addresses) => selectNativeSums(db, chain, addresses),
    nativeHashes: (chain, address) => selectNativeHashes(db, chain, address),
    hasUnfinal: (chain) => existsUnfinal(db, chain),
    async commit(held, writes) {
      const done = await db.begin((tx) => write(ctx, tx, held, writes));
      if (!done) return false;
      for (const { kind } of done.stored) ctx.metrics.chains.arrivals.inc({ chain: held.chain, kind });
      if (done.addresses.length > 0) wakeAfterArrivals(ctx);
      return true;
    },
  };
}

/** Null, and nothing is written, if this worker no longer holds the chain. */
async function write(
  ctx: LedgerContext,
  tx: TransactionSql,
  held: HeldCursor,
  writes: Writes,
): Promise<{ addresses: string[]; stored: StoredArrival[] } | null> {
  const now = ctx.clock.now();
  const { chain } = held;
  if (!(await moveCursor(tx, held, writes, now))) return null;
  const { finalNumber, finalizedNumber, abandonedAbove } = writes;
  const isFurther = finalNumber > held.finalNumber;
  if (writes.restart) await deleteBlocks(tx, chain, { below: finalNumber, above: -1 });
  else if (abandonedAbove !== null || isFurther)
    await deleteBlocks(tx, chain, { below: keptFrom(writes), above: abandonedAbove });
  await insertBlocks(tx, chain, writes.newBlocks);
  if (abandonedAbove !== null) await ctx.followers.blocksAbandoned(tx, chain, abandonedAbove);
  const gone = abandonedAbove === null ? [] : await abandonAbove(tx, chain, abandonedAbove);
  const named = writes.arrivals.map((arrival) => ({ ...arrival, arrivalId: ctx.ids.next('arr', now) }));
  const stored = await insertArrivals(tx, chain, now, named);
  await insertDepartures(tx, chain, writes.departures);
  const final = await makeFinal(ctx, tx, chain, finalNumber, finalizedNumber);
  const lost = isFurther ? await selectGoneAddresses(tx, chain, held.finalNumber, finalNumber) : [];
  const addresses = [...new Set([...gone, ...lost, ...stored.map(({ address }) => address), ...final])];
  if (addresses.length > 0) await ctx.followers.arrivalsChanged(tx, addresses);
  return { addresses, stored };
}

/** Blocks below the final one are kept until they are finalized, to find the fork should the chain abandon them. */
function keptFrom({ finalNumber, finalizedNumber }: Writes): number {
  return Math.max(finalNumber - maxKeptBelowFinal, Math.min(finalNumber, finalizedNumber));
}
