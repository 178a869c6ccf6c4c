import type { Arrival } from '../../chains/adapter.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { creditPosting, merchantMoney } from '../../treasury/ledger/postings.ts';
import {
  cancelTransfers,
  holdTransfers,
  takenBack,
  unholdTransfers,
} from '../../treasury/transfers/hold-transfers.ts';
import { lockUnappliedOf, moveUnapplied } from './resolve-store.ts';
import { moveReturned, type NewUnapplied } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

export { insertUnapplied, type NewUnapplied } from './store.ts';

const idOf = ({ unapplied_id }: UnappliedRow) => unapplied_id;

/** Holds returns of money that the chain took back, and unholds those whose money is there again. */
export async function holdReturns(
  tx: Sql,
  arrivals: readonly Arrival[],
  returned: ReadonlySet<string>,
): Promise<void> {
  const gone = arrivals.filter(({ state }) => state === 'gone').map(({ arrival_id }) => arrival_id);
  if (gone.length === 0 && returned.size === 0) return;
  const funds = await lockUnappliedOf(tx, [...gone, ...returned]);
  const returning = funds.filter(({ status }) => status === 'returning');
  const isBack = ({ arrival_id }: UnappliedRow) => returned.has(arrival_id);
  await holdTransfers(tx, returning.filter((fund) => !isBack(fund)).map(idOf), takenBack);
  await unholdTransfers(tx, returning.filter(isBack).map(idOf), [takenBack]);
}

/** Moves returns to the new arrivals of money that is in another block now, and unholds those that wait. */
export async function followReturned(tx: Sql, rows: readonly NewUnapplied[]): Promise<void> {
  const returning: string[] = [];
  for (const row of rows) {
    const id = await moveReturned(tx, row);
    if (id !== null) returning.push(id);
  }
  await unholdTransfers(tx, returning, [takenBack]);
}

const failure = { reason: 'FUNDS_REVERSED', message: `${takenBack} Nothing was sent.` };

/** Ends returns of money that does not come back, unless they are being sent. */
export async function cancelReturns(tx: Sql, arrivalIds: string[], now: Date): Promise<void> {
  const funds = await lockUnappliedOf(tx, arrivalIds);
  const returning = funds.filter(({ status }) => status === 'returning');
  const cancelled = new Set(await cancelTransfers(tx, returning.map(idOf), failure, now));
  for (const fund of returning)
    if (cancelled.has(fund.unapplied_id)) await moveUnapplied(tx, 'reverse', fund, { returned_to: null });
}

/**
 * Credits money that came back, in its old block or another one, after it had been returned: the merchant's balance paid for
 * that return.
 */
export async function creditReturned(
  tx: Sql,
  rows: readonly NewUnapplied[],
  sourceOf: (arrivalId: string) => string,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const funds = await lockUnappliedOf(
    tx,
    rows.map(({ arrival_id }) => arrival_id),
  );
  const sent = new Set(funds.filter(({ status }) => status === 'returned').map((fund) => fund.arrival_id));
  const again = rows.filter(({ arrival_id }) => sent.has(arrival_id));
  await post(
    tx,
    again.map((row) => creditPosting(merchantMoney(row), 0n, sourceOf(row.arrival_id), now)),
  );
}

/** What the merchant already used of unapplied money, by arrival: it was credited to its balance, or returned to the payer. */
export async function spentOf(
  tx: Sql,
  arrivals: readonly Arrival[],
): Promise<Map<string, { units: bigint; fee: bigint }>> {
  const funds = await lockUnappliedOf(
    tx,
    arrivals.map(({ arrival_id }) => arrival_id),
  );
  return new Map(
    funds
      .filter(({ status }) => status === 'credited' || status === 'returned')
      .map((fund) => [fund.arrival_id, { units: BigInt(fund.token_units), fee: BigInt(fund.fee_units) }]),
  );
}
