import type { Context } from '../../../app/context.ts';
import type { TransactionSql } from '../../../platform/db/client.ts';
import { selectAddresses } from '../address-store.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import { selectGoneAddresses } from '../arrival-store.ts';
import { maxLeaseMs } from '../lease.ts';
import type { HeldCursor } from '../ledger-port.ts';
import { selectUnconfirmedAddresses } from '../quorum-store.ts';
import { type Head, moveCursor, takeCursor, updateLease } from '../store.ts';
import { insertContested } from './contested-store.ts';
import type { SlotLedger, SlotWrites } from './slot-ledger-port.ts';
import {
  insertSlotArrivals,
  insertSlotDepartures,
  selectExpected,
  selectKnown,
  selectMarks,
  selectUnfinal,
  updateFinal,
  updateGone,
  upsertMarks,
} from './slot-store.ts';

type LedgerContext = Pick<Context, 'db' | 'clock' | 'ids' | 'wake' | 'metrics' | 'followers' | 'screening'>;

export interface PgSlotLedger extends SlotLedger {
  /** Stored the next time the chain is taken. */
  noteHead(head: Head): void;
  /** Extends the lease, if this worker holds the chain. */
  renew(): Promise<void>;
}

const chain = 'solana';
const maxUnfinal = 2000;

/** What watching Solana keeps, in Postgres. `holder` names this worker. */
export function createSlotLedger(
  ctx: LedgerContext,
  holder: string,
  leaseMs: number = maxLeaseMs,
): PgSlotLedger {
  const { db, clock } = ctx;
  const lease = () => ({ holder, now: clock.now(), until: new Date(clock.nowMs() + leaseMs) });
  let head: Head | null = null;
  return {
    noteHead(noted) {
      head = noted;
    },
    take: () => takeCursor(db, chain, lease(), head),
    renew: () => updateLease(db, chain, lease()),
    watchedSince: (mark) => selectAddresses(db, chain, clock.now(), mark),
    expectedAt: (addresses) => selectExpected(db, addresses),
    knownAt: (address) => selectKnown(db, address),
    marksOf: (accounts) => selectMarks(db, accounts),
    unfinal: () => selectUnfinal(db, maxUnfinal),
    async commit(held, writes) {
      const done = await db.begin((tx) => write(ctx, tx, held, writes));
      if (!done) return false;
      for (const { kind } of done.stored) ctx.metrics.chains.arrivals.inc({ chain, kind });
      if (done.addresses.length > 0) wakeAfterArrivals(ctx);
      return true;
    },
  };
}

/** Without those of payments whose money a second node must show first, or that screening has not answered about. */
async function makeFinal(
  { followers, screening }: LedgerContext,
  tx: TransactionSql,
  { final, finalizedSlot }: SlotWrites,
) {
  if (final.length === 0) return [];
  const unconfirmed = await selectUnconfirmedAddresses(tx, chain, finalizedSlot);
  const compared = unconfirmed.length > 0 ? await followers.needingSecondNode(tx, chain, unconfirmed) : [];
  return updateFinal(tx, final, compared, screening.covers(chain));
}

/** Null, and nothing is written, if this worker no longer holds the chain. */
async function write(ctx: LedgerContext, tx: TransactionSql, held: HeldCursor, writes: SlotWrites) {
  const now = ctx.clock.now();
  const cursor = {
    restart: false,
    at: writes.at,
    standsBecause: writes.standsBecause,
    finalNumber: writes.finalizedSlot,
    finalizedNumber: writes.finalizedSlot,
    newBlocks: [],
    abandonedAbove: null,
    arrivals: [],
    departures: [],
    haltReason: null,
  };
  if (!(await moveCursor(tx, held, cursor, now))) return null;
  const gone = await updateGone(tx, writes.gone);
  const final = await makeFinal(ctx, tx, writes);
  const named = writes.arrivals.map((arrival) => ({ ...arrival, arrivalId: ctx.ids.next('arr', now) }));
  const stored = await insertSlotArrivals(tx, now, named);
  await insertSlotDepartures(tx, writes.departures);
  await insertContested(tx, now, writes.contested);
  await upsertMarks(tx, writes.marks);
  const seen = stored.map(({ address }) => address);
  // What is gone and did not come back by now is lost.
  const lost = await selectGoneAddresses(tx, chain, held.finalNumber, writes.finalizedSlot);
  const addresses = [...new Set([...gone, ...final, ...seen, ...lost])];
  if (addresses.length > 0) await ctx.followers.arrivalsChanged(tx, addresses);
  return { addresses, stored };
}
