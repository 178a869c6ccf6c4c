import type { Context } from '../../app/context.ts';
import type { ArrivalRow } from '../../chains/watching/arrival.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post, postedSources } from '../../treasury/ledger/ledger.ts';
import { takenBack } from '../../treasury/transfers/hold-transfers.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { holdOutgoing } from '../refunds/hold-refunds.ts';
import { lost, sourceAfter } from './arrival-postings.ts';
import { lockUnappliedOf } from './resolve-store.ts';
import { addArrivalReversals, selectArrivalReversals, type UsedArrival } from './store.ts';

/** How the ledger knows the arrivals of some payments. */
interface BookedArrivals {
  /** The source of an arrival's next posting, or of the one that stands. */
  sourceOf(arrivalId: string): string;
  wasTakenBack(arrival: ArrivalRow): boolean;
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
  arrivals: readonly ArrivalRow[],
  decided: readonly UsedArrival[],
): Promise<BookedArrivals> {
  const rows = await selectArrivalReversals(tx, deposits);
  const reversals = new Map(rows.map(({ arrival_id, times }) => [arrival_id, times]));
  const sourceOf = (arrivalId: string) => sourceAfter(arrivalId, reversals.get(arrivalId) ?? 0);
  const wasTakenBack = ({ arrival_id }: ArrivalRow) => reversals.has(arrival_id);
  const gone = arrivals.filter(({ state }) => state === 'gone');
  const again = arrivals.filter((arrival) => arrival.state === 'final' && wasTakenBack(arrival));
  const sources = [...gone, ...again].map(({ arrival_id }) => sourceOf(arrival_id));
  const posted = await postedSources(tx, 'arrival', 'live', sources);
  const isPosted = ({ arrival_id }: ArrivalRow) => posted.has(sourceOf(arrival_id));
  const returned = again.filter((arrival) => !isPosted(arrival)).map(({ arrival_id }) => arrival_id);
  const lostNow = gone.filter(isPosted);
  await postReversals(ctx, tx, deposits, lostNow, decided, sourceOf);
  for (const { arrival_id } of lostNow) reversals.set(arrival_id, (reversals.get(arrival_id) ?? 0) + 1);
  return { sourceOf, wasTakenBack, returned: new Set(returned) };
}

async function postReversals(
  ctx: Context,
  tx: Sql,
  deposits: readonly DepositRow[],
  arrivals: readonly ArrivalRow[],
  decided: readonly UsedArrival[],
  sourceOf: (arrivalId: string) => string,
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
    return lost(arrival, owner.merchant_id, taken, sourceOf(arrival.arrival_id), now);
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

/** Unapplied money that is not there any more: it was credited to the merchant, or sent back at its word. */
async function spentOf(
  tx: Sql,
  arrivals: readonly ArrivalRow[],
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
