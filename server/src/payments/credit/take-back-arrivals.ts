import type { Context } from '../../app/context.ts';
import type { Arrival } from '../../chains/adapter.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post, postedSources } from '../../treasury/ledger/ledger.ts';
import { sourceAfter } from '../../treasury/ledger/postings.ts';
import { takenBack } from '../../treasury/transfers/hold-transfers.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { holdOutgoing } from '../refunds/hold-refunds.ts';
import { spentOf } from '../unapplied-funds/gone-returns.ts';
import { lost } from './arrival-postings.ts';
import { addArrivalReversals, selectArrivalReversals } from './store.ts';
import type { UsedArrival } from './subject.ts';

/** How the ledger knows the arrivals of some payments. */
interface BookedArrivals {
  /** How often each arrival was taken out of the ledger, of those that ever were. */
  reversals: ReadonlyMap<string, number>;
  /** Arrivals that are final again in the same block and not posted again. Decisions about them are not in the ledger. */
  returned: ReadonlySet<string>;
}

/**
 * Takes arrivals that are gone out of the ledger at once, with what their payments took of them: the ledger has what is
 * final, no more. Decisions stay until it is certain that the money does not come back. The payments are locked.
 */
export async function takeBackGone(
  ctx: Context,
  tx: Sql,
  deposits: readonly DepositRow[],
  arrivals: readonly Arrival[],
  decided: readonly UsedArrival[],
): Promise<BookedArrivals> {
  const rows = await selectArrivalReversals(tx, deposits);
  const reversals = new Map(rows.map(({ arrival_id, times }) => [arrival_id, times]));
  const sourceOf = ({ arrival_id }: Arrival) => sourceAfter(arrival_id, reversals.get(arrival_id) ?? 0);
  const gone = arrivals.filter(({ state }) => state === 'gone');
  const again = arrivals.filter(({ state, arrival_id }) => state === 'final' && reversals.has(arrival_id));
  const posted = await postedSources(tx, 'arrival', 'live', [...gone, ...again].map(sourceOf));
  const isPosted = (arrival: Arrival) => posted.has(sourceOf(arrival));
  const returned = again.filter((arrival) => !isPosted(arrival)).map(({ arrival_id }) => arrival_id);
  const lostNow = gone.filter(isPosted);
  await postReversals(ctx, tx, deposits, lostNow, decided, sourceOf);
  for (const { arrival_id } of lostNow) reversals.set(arrival_id, (reversals.get(arrival_id) ?? 0) + 1);
  return { reversals, returned: new Set(returned) };
}

async function postReversals(
  ctx: Context,
  tx: Sql,
  deposits: readonly DepositRow[],
  arrivals: readonly Arrival[],
  decided: readonly UsedArrival[],
  sourceOf: (arrival: Arrival) => string,
): Promise<void> {
  if (arrivals.length === 0) return;
  const now = ctx.clock.now();
  const owners = new Map(deposits.map((deposit) => [deposit.address, deposit]));
  const uses = new Map(decided.map((use) => [use.arrival_id, use]));
  const spent = await spentOf(tx, arrivals);
  const owned = arrivals.flatMap((arrival) => {
    const owner = owners.get(arrival.address);
    return owner ? [{ arrival, owner }] : [];
  });
  const postings = owned.map(({ arrival, owner }) => {
    const use = uses.get(arrival.arrival_id);
    const { units, fee } = spent.get(arrival.arrival_id) ?? nothing;
    const taken = {
      applied: BigInt(use?.applied_units ?? 0) + units,
      fee: BigInt(use?.fee_units ?? 0) + fee,
    };
    return lost(arrival, owner, taken, sourceOf(arrival), now);
  });
  await post(tx, postings);
  await addArrivalReversals(
    tx,
    owned.map(({ arrival, owner }) => ({ ...owner, arrival_id: arrival.arrival_id })),
  );
  const balances = owned.flatMap(({ arrival: { chain, token }, owner: { merchant_id } }) =>
    token === null ? [] : [{ merchant_id, chain, token }],
  );
  await holdOutgoing(ctx, tx, balances, takenBack);
}

const nothing = { units: 0n, fee: 0n };
