import type { Context } from '../../app/context.ts';
import { payId } from '../../chains/evm/vault.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import { hourMs } from '../../lib/durations.ts';
import { timeOfId } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type PlaceRow, selectExplainedUnits, selectPlaces } from './pay-id-store.ts';
import { laterMs, soonMs } from './retry-delays.ts';
import { selectDue, selectWaitingOfSeries, updateBehind } from './store.ts';
import type { TransferRow } from './transfer.ts';

/*
 * A transfer is paid under an id that is made from what is paid: its series and its place there, which is what was paid of the
 * series before. A database restored from a backup gives the same id to what it pays next, so the vault refuses to pay it
 * a second time, whatever the nodes show. One transfer of a series is sent at a time, so that places have no gaps.
 */

/** Changing a name lets everything be paid once more. */
export const seriesOf = {
  refund: (paymentId: string) => `refund:${paymentId}`,
  /** Each chain's vault knows its own ids only, and money can come to a payment on several chains. */
  return: (paymentId: string, chain: ChainId) => `return:${paymentId}:${chain}`,
  payout: (merchantId: string, chain: ChainId, token: Token) => `payout:${merchantId}:${chain}:${token}`,
  /** What goes to a cold address. */
  cold: (address: string, token: Token) => `cold:${address}:${token}`,
  /** Goes to the operator's own address, and is a series of its own. */
  route: (transferId: string) => `route:${transferId}`,
};

export interface NamedTransfer extends TransferRow {
  pay_id: string;
}

/** The id of the transfer of a series before which so many units were paid. */
export function payIdAt(series: string, place: bigint): string {
  return payId(`${series}:${place}`);
}

/** Nothing of a series was paid before the payment, merchant or route that it names was made. */
export function startOf(series: string): Date {
  const [id = ''] = /[a-z]+_[0-9a-z]{26}/.exec(series) ?? [];
  return new Date(timeOfId(id) ?? 0);
}

/** What was paid of each series, as far as the database knows: the place of the next transfer. */
export async function nextPlaces(
  sql: Sql,
  chain: ChainId,
  series: readonly string[],
): Promise<Map<string, bigint>> {
  return placesAfter(sql, chain, series, await selectPlaces(sql, series));
}

/** The id under which the next transfer of a series is paid. */
export async function nextPayId(sql: Sql, chain: ChainId, series: string): Promise<string> {
  return payIdAt(series, (await nextPlaces(sql, chain, [series])).get(series) ?? 0n);
}

async function placesAfter(
  sql: Sql,
  chain: ChainId,
  series: readonly string[],
  known: readonly PlaceRow[],
): Promise<Map<string, bigint>> {
  const units = new Map(known.map((row) => [row.pay_id, BigInt(row.units)]));
  const places = new Map(series.map((one) => [one, walk(one, 0n, units)]));
  for (;;) {
    const ends = [...places].map(([one, place]) => payIdAt(one, place));
    // Explained as something else than a transfer of the series. The vault has used the id all the same.
    const explained = await selectExplainedUnits(sql, chain, ends);
    if (explained.length === 0) return places;
    for (const row of explained) units.set(row.payment_key, BigInt(row.units));
    for (const [one, place] of places) places.set(one, walk(one, place, units));
  }
}

function walk(series: string, from: bigint, units: ReadonlyMap<string, bigint>): bigint {
  let place = from;
  for (;;) {
    const paid = units.get(payIdAt(series, place));
    if (paid === undefined) return place;
    place += paid;
  }
}

/**
 * Gives due transfers the ids under which they would be paid now. `behind` wait for another one of their series, whose end
 * decides on their place.
 */
export async function nameDue(
  sql: Sql,
  chain: ChainId,
  due: readonly TransferRow[],
): Promise<{ named: NamedTransfer[]; behind: TransferRow[] }> {
  const wanted = [...new Set(due.map(({ series }) => series ?? ''))];
  const known = await selectPlaces(sql, wanted);
  const places = await placesAfter(sql, chain, wanted, known);
  const open = known.filter(({ status }) => status !== 'completed');
  const ahead = new Map(open.map(({ series, transfer_id }) => [series, transfer_id]));
  const [named, behind]: [NamedTransfer[], TransferRow[]] = [[], []];
  for (const transfer of due) {
    const series = transfer.series ?? '';
    const first = ahead.get(series) ?? transfer.transfer_id;
    ahead.set(series, first);
    if (first !== transfer.transfer_id) behind.push(transfer);
    else named.push({ ...transfer, pay_id: transfer.pay_id ?? payIdAt(series, places.get(series) ?? 0n) });
  }
  return { named, behind };
}

export const behindAnother = 'Another refund of the payment, or payout of the balance, is paid first.';

/** More than a merchant can ask for in a step of a lane. */
const putOffAtOnce = 1000;

/** Due payments in turns, at most one of each series. The later ones of a series are put off, and say why they wait. */
export async function duePayments(
  { db, clock, screening }: Pick<Context, 'db' | 'clock' | 'screening'>,
  chain: { readonly id: ChainId; readonly pollMs: number },
  limit: number,
): Promise<TransferRow[]> {
  const now = clock.now();
  const isScreened = screening.covers(chain.id);
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const waits = { soon: inMs(soonMs(chain)), later: inMs(laterMs(chain)), oldSince: inMs(-hourMs) };
  await updateBehind(db, chain.id, now, isScreened, { problem: behindAnother, ...waits }, putOffAtOnce);
  return selectDue(db, chain.id, now, 'payments', limit, isScreened);
}

/** The others of its series that wait: what was paid under its id may have been for one of them. */
export async function othersOfSeries(
  { db, screening }: Pick<Context, 'db' | 'screening'>,
  chain: ChainId,
  { transfer_id, series }: TransferRow,
): Promise<TransferRow[]> {
  const waiting = await selectWaitingOfSeries(db, chain, series ?? '', screening.covers(chain));
  return waiting.filter((one) => one.transfer_id !== transfer_id);
}
