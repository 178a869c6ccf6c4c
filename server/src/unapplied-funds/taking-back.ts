import type { Sql } from '../db/client.ts';
import { post, postedSources } from '../ledger/ledger.ts';
import type { DepositRow } from '../payments/deposit.ts';
import type { ArrivalRow } from '../watching/arrival.ts';
import { lost, sourceAfter } from './booking.ts';
import { addArrivalReversals, selectArrivalReversals, type UsedArrival } from './store.ts';

/** How the ledger knows the arrivals of some payments. */
interface BookedArrivals {
  /** The source of an arrival's next posting, or of the one that stands. */
  sourceOf(arrivalId: string): string;
  wasTakenBack(arrival: ArrivalRow): boolean;
  /** Arrivals that are final again in the same block, whose earlier decision is not in the ledger any more. */
  returned: ReadonlySet<string>;
}

/**
 * Takes arrivals that are gone out of the ledger at once, with what their payments took of them: the ledger has what is
 * final, no more. Decisions stay until it is certain that the money does not come back. The payments are locked.
 */
export async function takeBackGone(
  tx: Sql,
  deposits: readonly DepositRow[],
  arrivals: readonly ArrivalRow[],
  decided: readonly UsedArrival[],
  now: Date,
): Promise<BookedArrivals> {
  const reversals = new Map(
    (await selectArrivalReversals(tx, deposits)).map(({ arrival_id, times }) => [arrival_id, times]),
  );
  const sourceOf = (arrivalId: string) => sourceAfter(arrivalId, reversals.get(arrivalId) ?? 0);
  const wasTakenBack = ({ arrival_id }: ArrivalRow) => reversals.has(arrival_id);
  const doubtful = arrivals.filter(
    (arrival) => arrival.state === 'gone' || (arrival.state === 'final' && wasTakenBack(arrival)),
  );
  const posted = await postedSources(
    tx,
    'arrival',
    'live',
    doubtful.map(({ arrival_id }) => sourceOf(arrival_id)),
  );
  const isPosted = ({ arrival_id }: ArrivalRow) => posted.has(sourceOf(arrival_id));
  const uses = new Map(decided.map((use) => [use.arrival_id, use]));
  const returned = doubtful.filter(
    (arrival) => arrival.state === 'final' && !isPosted(arrival) && uses.has(arrival.arrival_id),
  );
  const owners = new Map(deposits.map((deposit) => [deposit.address, deposit]));
  const gone = doubtful.flatMap((arrival) => {
    const owner = owners.get(arrival.address);
    return owner && arrival.state === 'gone' && isPosted(arrival) ? [{ arrival, owner }] : [];
  });
  if (gone.length > 0) {
    const postings = gone.map(({ arrival, owner }) => {
      const { arrival_id } = arrival;
      const use = uses.get(arrival_id);
      const taken = { applied: BigInt(use?.applied_units ?? 0), fee: BigInt(use?.fee_units ?? 0) };
      return lost(arrival, owner.merchant_id, taken, sourceOf(arrival_id), now);
    });
    await post(tx, postings);
    await addArrivalReversals(
      tx,
      gone.map(({ arrival, owner }) => ({ ...owner, arrival_id: arrival.arrival_id })),
    );
    for (const { arrival } of gone)
      reversals.set(arrival.arrival_id, (reversals.get(arrival.arrival_id) ?? 0) + 1);
  }
  return { sourceOf, wasTakenBack, returned: new Set(returned.map(({ arrival_id }) => arrival_id)) };
}
