import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import { wakeAfterArrivals } from './arrival-followers.ts';
import { cursorOf } from './cursors.ts';
import {
  deleteDispute,
  selectDispute,
  selectUnconfirmed,
  type UnconfirmedRow,
  updateConfirmed,
  updateDenied,
  updateInvented,
  upsertDispute,
} from './quorum-store.ts';
import { hostNames, judge, type Opinion, type Verdict } from './second-node.ts';

/** What each node says about each of the arrivals, in their order. */
type AskAll = (arrivals: readonly UnconfirmedRow[]) => Promise<Opinion[][]>;

const atOnce = 50;

/**
 * Asks every node about money that would be final and needs a second one, and about what a node denied before. What nodes of two
 * hosts show is confirmed, and final with the next block. If they differ, nothing on the chain becomes final until they do not.
 * Returns what was invented: something else may have been there.
 */
export async function compareNodes(
  ctx: Context,
  chain: { id: ChainId; rpcUrls: readonly string[] },
  askAll: AskAll,
): Promise<UnconfirmedRow[]> {
  const { db, followers } = ctx;
  const cursor = await cursorOf(db, chain.id);
  if (!cursor || cursor.halted_reason) return [];
  const rows = await selectUnconfirmed(db, chain.id, Number(cursor.final_number), atOnce);
  const dispute = await selectDispute(db, chain.id);
  if (rows.length === 0 && dispute === null) return [];
  const addresses = [...new Set(rows.map(({ address }) => address))];
  const needing = new Set(await followers.needingSecondNode(db, chain.id, addresses));
  const asked = rows.filter(({ address, denied_by }) => denied_by !== null || needing.has(address));
  if (asked.length === 0 && dispute === null) return [];
  const answers = asked.length > 0 ? await askAll(asked) : [];
  const needed = Math.min(2, hostNames(chain.rpcUrls).length);
  const verdicts = asked.map((row, index) => verdictOn(row, answers, index, needed));
  await record(ctx, chain.id, asked, verdicts, dispute);
  return asked.filter((_row, index) => verdicts[index]?.is === 'invented');
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
    if (found !== null) await upsertDispute(tx, chain, found, now);
    else if (!isOpen) await deleteDispute(tx, chain);
    if (gone.length > 0) await ctx.followers.arrivalsChanged(tx, gone);
  });
  if (verdicts.some(({ is }) => is === 'invented')) wakeAfterArrivals(ctx);
  if (found !== null && found !== dispute)
    ctx.log.error({ chain, found }, 'nodes tell different things: nothing becomes final');
  if (dispute !== null && !isOpen) ctx.log.info({ chain }, 'nodes agree again');
}
