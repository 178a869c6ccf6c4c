import type { Context } from '../../../app/context.ts';
import type { TransactionSql } from '../../../platform/db/client.ts';
import type { EvmNode } from '../../evm/node.ts';
import { areBusy, shownLogs } from '../../evm/shown-logs.ts';
import type { Header } from '../../rpc/answers.ts';
import { selectAddresses } from '../address-store.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import { insertArrivals, insertDepartures } from '../arrival-store.ts';
import { cursorOf, holdCursor } from '../cursors.ts';
import type { BlockRef, NewArrival, NewDeparture } from '../ledger-port.ts';
import type { LiveChain } from '../live-chain.ts';
import { selectBlocks } from '../store.ts';
import { createWatchedSet } from '../watched-set.ts';
import { arrivalsIn, departuresIn, mayHideLogs, transferFilters, type Watched } from './arrivals-in-block.ts';
import { makeFinal } from './final-arrivals.ts';

/*
 * Reads final blocks again, for money that was not seen when they were read: a node hid it, or nobody knew its address. What
 * is known stays as it is, since an arrival is one log of one block. Tokens only: native money is found by balances, which
 * are compared with what is known at every look.
 */

type RescanContext = Pick<Context, 'db' | 'clock' | 'ids' | 'wake' | 'followers' | 'screening'>;

/** Blocks that are read and committed together. */
const blocksAtOnce = 500;

/** A part that was read. The next one begins after it. */
export interface RescannedPart {
  from: number;
  to: number;
  /** Transfers that were not known. */
  found: number;
}

/** What blocks have when they are read again. */
export interface Reading {
  blocks: Header[];
  arrivals: NewArrival[];
  departures: NewDeparture[];
}

/** Why blocks cannot be read again now. */
export class RescanRefused extends Error {
  override name = 'RescanRefused';
}

/** The addresses that are watched on the chain now, filtered by `isMeant`. */
export async function watchedNow(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  chain: LiveChain,
  isMeant: (address: string) => boolean = () => true,
): Promise<Watched> {
  const watched = createWatchedSet(
    chain,
    {
      async watchedSince(id, mark) {
        const all = await selectAddresses(db, id, clock.now(), mark);
        return { ...all, rows: all.rows.filter((row) => isMeant(row.address)) };
      },
    },
    clock.nowMs,
  );
  await watched.refresh();
  return watched;
}

/** Reads blocks again in parts, each with a commit of its own, so that the caller can stop and resume after any part. */
export async function* rescan(
  ctx: RescanContext,
  chain: LiveChain,
  node: EvmNode,
  watched: Watched,
  range: { from: number; to: number },
): AsyncGenerator<RescannedPart> {
  let before: Header | null = null;
  for (let from = range.from; from <= range.to; from += blocksAtOnce) {
    const to = Math.min(range.to, from + blocksAtOnce - 1);
    const read = await readAgain(ctx, chain, node, watched, { from, to, before });
    before = read.blocks.at(-1) ?? null;
    await assertAgreed(node, read.arrivals);
    const found = await ctx.db.begin((tx) => storeReading(ctx, tx, chain, to, read));
    if (found > 0) wakeAfterArrivals(ctx);
    yield { from, to, found };
  }
}

/** Reads final blocks from a node, with a proof that it leaves nothing out. `before` is the block before them, if it is known. */
export async function readAgain(
  ctx: Pick<Context, 'db'>,
  chain: LiveChain,
  node: EvmNode,
  watched: Watched,
  { from, to, before }: { from: number; to: number; before: Header | null },
): Promise<Reading> {
  await assertSameChain(ctx, chain, node, to);
  const blocks = await node.blocks(from, to, false);
  assertLinked(before, blocks, from, to);
  const last = blocks.at(-1);
  const filters = transferFilters(chain, watched, areBusy(blocks));
  if (!last || filters.length === 0) return { blocks, arrivals: [], departures: [] };
  const answered = await node.logsBetween(from, last, filters);
  const { logs, problem } = await shownLogs(node, blocks, answered, mayHideLogs(chain, watched));
  if (problem) throw problem;
  const refs = blocks.map(({ number, hash, time }): BlockRef => ({ number, hash, time }));
  return {
    blocks,
    arrivals: arrivalsIn(chain, watched, refs, logs),
    departures: departuresIn(chain, watched, refs, logs),
  };
}

/** The node must have our final block, which all blocks below belong to. */
async function assertSameChain(
  { db }: Pick<Context, 'db'>,
  { id }: LiveChain,
  node: EvmNode,
  to: number,
): Promise<void> {
  const cursor = await cursorOf(db, id);
  const final = Number(cursor?.final_number ?? -1);
  if (!cursor || cursor.halted_at || final < to)
    throw new RescanRefused(`block ${to} of ${id} is not final, or the chain is halted`);
  const [ours] = await selectBlocks(db, id, final, final);
  if (!ours || (await node.header(final))?.hash !== ours.hash)
    throw new RescanRefused(`the node does not have block ${final} of ${id} as it was read`);
}

function assertLinked(before: Header | null, blocks: readonly Header[], from: number, to: number): void {
  const isWhole = blocks.length === to - from + 1;
  const all = before ? [before, ...blocks] : blocks;
  const isLinked = all.every((block, index) => index === 0 || block.parentHash === all[index - 1]?.hash);
  if (!isWhole || !isLinked)
    throw new RescanRefused(`the node has no whole chain of blocks ${from} to ${to}`);
}

/** These blocks are not verified from block to block, as the watcher's are: every node that answers must have them. */
async function assertAgreed(node: EvmNode, arrivals: readonly NewArrival[]): Promise<void> {
  const blocks = new Map(arrivals.map(({ block }) => [block.number, block.hash]));
  for (const [number, hash] of blocks) {
    const opinions = (await node.opinions(number)).filter((header) => header !== null);
    if (opinions.some((header) => header.hash !== hash))
      throw new RescanRefused(`nodes disagree on block ${number}`);
  }
}

/** Locks the cursor, so that these blocks stay final until the commit. Returns how many arrivals are new. */
export async function storeReading(
  ctx: RescanContext,
  tx: TransactionSql,
  { id }: LiveChain,
  to: number,
  { arrivals, departures }: Reading,
): Promise<number> {
  const cursor = await holdCursor(tx, id);
  if (!cursor || cursor.halted_at || Number(cursor.final_number) < to)
    throw new RescanRefused(`${id} went back below block ${to} meanwhile`);
  const now = ctx.clock.now();
  const named = arrivals.map((arrival) => ({ ...arrival, arrivalId: ctx.ids.next('arr', now) }));
  const stored = await insertArrivals(tx, id, now, named);
  await insertDepartures(tx, id, departures);
  if (stored.length === 0) return 0;
  // Others too: those that waited for the end of a dispute.
  const final = await makeFinal(ctx, tx, id, Number(cursor.final_number), Number(cursor.finalized_number));
  const addresses = new Set([...stored.map(({ address }) => address), ...final]);
  await ctx.followers.arrivalsChanged(tx, [...addresses]);
  return stored.length;
}
