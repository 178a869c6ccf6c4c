import type { Token } from '../../../lib/chains/registry.ts';
import { dayMs } from '../../../lib/durations.ts';
import type { TransferRow } from '../transfer.ts';
import { selectFirstCapped, selectPaidSince } from './cap-store.ts';
import { withinCap } from './cap-turns.ts';
import type { Sender } from './sender.ts';
import { type Funds, readListed } from './vault-state.ts';

/** As long as a transfer waits for money before it fails. */
const latelyMs = 7 * dayMs;
const maxWaiting = 200;

/**
 * The ids of those among these transfers, which the vault can pay and none of which is to a listed wallet, that the rest of the cap is for. The turns of
 * others who wait for it count too, although they are tried again only later.
 */
export async function shareCap(
  sender: Sender,
  token: Token,
  { held, leftToday: left }: Funds,
  transfers: readonly TransferRow[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  const { ctx, chain } = sender;
  const isScreened = ctx.screening.covers(chain.id);
  const waiting = await selectFirstCapped(
    ctx.db,
    chain.id,
    token,
    isScreened,
    held < left ? held : left,
    maxWaiting,
  );
  const own = new Set(transfers.map(({ transfer_id }) => transfer_id));
  const all = [...transfers, ...waiting.filter(({ transfer_id }) => !own.has(transfer_id))];
  const wanted = transfers.reduce((sum, { units }) => sum + BigInt(units), 0n);
  if (all.length === transfers.length && wanted <= left) return own;
  return withinCap(left, all.toSorted(byAge), await hadLately(sender, token, all));
}

function byAge(a: TransferRow, b: TransferRow): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.transfer_id < b.transfer_id ? -1 : 1);
}

/** The units of the cap that each of their merchants had lately. */
async function hadLately(
  sender: Sender,
  token: Token,
  transfers: readonly TransferRow[],
): Promise<Map<string, bigint>> {
  const { ctx, chain } = sender;
  const merchants = [...new Set(transfers.flatMap(({ merchant_id }) => merchant_id ?? []))];
  const since = new Date(ctx.clock.nowMs() - latelyMs);
  const paid = await selectPaidSince(ctx.db, chain.id, token, merchants, since);
  const listed = await readListed(sender, paid);
  const had = new Map<string, bigint>();
  for (const { merchant_id, to_address, units } of paid)
    if (!listed.has(to_address)) had.set(merchant_id, (had.get(merchant_id) ?? 0n) + BigInt(units));
  return had;
}
