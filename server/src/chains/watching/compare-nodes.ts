import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import { wakeAfterArrivals } from './arrival-followers.ts';
import { cursorOf } from './cursors.ts';
import {
  type Departure,
  deleteDispute,
  selectDispute,
  selectUnconfirmed,
  selectUnconfirmedAddresses,
  type UnconfirmedRow,
  updateConfirmed,
  updateDenied,
  updateInvented,
  updateInventedDeparture,
  upsertDispute,
} from './quorum-store.ts';
import { upsertDueRescans } from './rescan-store.ts';
import { judge, neededHosts, type Opinion, type Verdict } from './second-node.ts';

/** How nodes of a chain are asked about money: what each of them says about each, in their order. */
export interface Questions {
  arrivals(asked: readonly UnconfirmedRow[]): Promise<Opinion[][]>;
  /** Null where what left an address needs no second node. */
  departures: ((asked: readonly Departure[]) => Promise<Opinion[][]>) | null;
  /** Whether a node may have shown this instead of something else that no balance shows. */
  mayHide(arrival: UnconfirmedRow): boolean;
}

/** What nodes of two hosts deny, and none shows. */
interface Invented {
  departures: readonly Departure[];
  /** Blocks to read again: something else may have been there. */
  blocks: readonly number[];
}

const atOnce = 50;

/**
 * Asks every node about money that would be final and needs a second one, and about what a node denied before. What nodes of two
 * hosts show is confirmed, and final with the next block. If they differ, nothing on the chain becomes final until they do not.
 */
export async function compareNodes(
  ctx: Context,
  chain: { id: ChainId; rpcUrls: readonly string[] },
  ask: Questions,
): Promise<void> {
  const { db, followers } = ctx;
  const cursor = await cursorOf(db, chain.id);
  if (!cursor || cursor.halted_reason) return;
  const final = Number(cursor.final_number);
  const dispute = await selectDispute(db, chain.id);
  const addresses = await selectUnconfirmedAddresses(db, chain.id, final);
  if (addresses.length === 0 && dispute === null) return;
  const needing = await followers.needingSecondNode(db, chain.id, addresses);
  const asked = await selectUnconfirmed(db, chain.id, final, needing, atOnce);
  if (asked.length === 0 && dispute === null) return;
  const answers = asked.length > 0 ? await ask.arrivals(asked) : [];
  const needed = neededHosts(chain.rpcUrls);
  const verdicts = asked.map((row, index) => verdictOn(row, answers, index, needed));
  const invented = asked.filter((_row, index) => verdicts[index]?.is === 'invented');
  const departures = await inventedDepartures(ask, invented, needed);
  const blocks = invented.filter(ask.mayHide).map(({ block_number }) => Number(block_number));
  await record(ctx, chain.id, asked, verdicts, dispute, {
    departures,
    blocks: [...blocks, ...departures.map(({ block_number }) => block_number)],
  });
}

/** A node that says that money left an address makes room for as much that never came there: which of these did not leave. */
async function inventedDepartures(
  ask: Questions,
  invented: readonly UnconfirmedRow[],
  needed: number,
): Promise<Departure[]> {
  const all = invented.flatMap(({ departures }) => departures ?? []);
  const known = [...new Map(all.map((one) => [`${one.block_hash} ${one.identity}`, one])).values()];
  if (known.length === 0 || !ask.departures) return [];
  const answers = await ask.departures(known);
  return known.filter(({ address, block_hash, block_number }, index) => {
    const what = `what left ${address}`;
    const opinions = answers.flatMap((ofNode) => ofNode[index] ?? []);
    return judge({ block: block_hash, number: block_number, what }, opinions, needed).is === 'invented';
  });
}

function verdictOn(row: UnconfirmedRow, answers: Opinion[][], index: number, needed: number): Verdict {
  const opinions = answers.flatMap((ofNode) => ofNode[index] ?? []);
  const what = row.tx_hash ? `transaction ${row.tx_hash}` : `a balance of ${row.address}`;
  return judge({ block: row.block_hash, number: Number(row.block_number), what }, opinions, needed);
}

async function record(
  ctx: Context,
  chain: ChainId,
  asked: readonly UnconfirmedRow[],
  verdicts: readonly Verdict[],
  dispute: string | null,
  invented: Invented,
): Promise<void> {
  const now = ctx.clock.now();
  const found = verdicts.flatMap((verdict) => (verdict.is === 'denied' ? [verdict.found] : []))[0] ?? null;
  // A node that does not answer now ends no dispute.
  const isOpen = verdicts.some(
    ({ is }, index) => is === 'denied' || (is === 'unknown' && asked[index]?.denied_by != null),
  );
  await ctx.db.begin(async (tx: TransactionSql) => {
    const gone: string[] = [];
    for (const [index, verdict] of verdicts.entries()) {
      const id = asked[index]?.arrival_id ?? '';
      if (verdict.is === 'confirmed') await updateConfirmed(tx, id, verdict.by);
      if (verdict.is === 'denied') await updateDenied(tx, id, verdict.by);
      if (verdict.is === 'invented') gone.push(...(await updateInvented(tx, id)));
    }
    for (const departure of invented.departures) await updateInventedDeparture(tx, chain, departure);
    if (found !== null) await upsertDispute(tx, chain, found, now);
    else if (!isOpen) await deleteDispute(tx, chain);
    if (gone.length > 0) await ctx.followers.arrivalsChanged(tx, gone);
    await upsertDueRescans(tx, chain, invented.blocks, now);
  });
  if (verdicts.some(({ is }) => is === 'invented')) wakeAfterArrivals(ctx);
  if (found !== null && found !== dispute)
    ctx.log.error({ chain, found }, 'nodes tell different things: nothing becomes final');
  if (dispute !== null && !isOpen) ctx.log.info({ chain }, 'nodes agree again');
}
