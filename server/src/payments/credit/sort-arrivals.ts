import type { Arrival } from '../../chains/adapter.ts';
import type { CountedArrival, UsedArrival } from './subject.ts';

/** A decision whose arrival is not on the chain any more. */
interface GoneArrival {
  arrivalId: string;
  /** Whether it can still come back: its block number is not final yet, or its transaction is in another block. */
  mayComeBack: boolean;
}

/** What is known of a payment's arrivals. */
interface SortedArrivals {
  /** Arrivals whose earlier decision stands, with the units that were applied. */
  standing: { arrival: CountedArrival; applied: bigint }[];
  gone: GoneArrival[];
  /** Final, and not decided yet. */
  undecided: CountedArrival[];
}

/** Pure. Arrivals that were decided are gone when a chain abandoned final blocks and an operator resumed it. */
export function sortArrivals(
  arrivals: readonly CountedArrival[],
  used: readonly UsedArrival[],
): SortedArrivals {
  const byId = new Map(arrivals.map((arrival) => [arrival.arrival_id, arrival]));
  const decided = new Set(used.map(({ arrival_id }) => arrival_id));
  return {
    standing: used.flatMap(({ arrival_id, applied_units }) => {
      const arrival = byId.get(arrival_id);
      return arrival && arrival.state !== 'gone' ? [{ arrival, applied: BigInt(applied_units) }] : [];
    }),
    gone: goneOf(arrivals, used).map((lost) => ({
      arrivalId: lost.arrival_id,
      mayComeBack:
        !lost.is_passed || arrivals.some((other) => isAgain(lost, other) && other.state === 'seen'),
    })),
    undecided: arrivals.filter(({ state, arrival_id }) => state === 'final' && !decided.has(arrival_id)),
  };
}

/** A transaction that is in another block now was in time if it was so in its first block, where it was decided. */
export function inFirstBlocks<A extends Arrival>(arrivals: readonly A[], used: readonly UsedArrival[]): A[] {
  const gone = goneOf(arrivals, used);
  const decided = new Set(used.map(({ arrival_id }) => arrival_id));
  return arrivals.map((arrival) => {
    const first = decided.has(arrival.arrival_id) ? undefined : gone.find((lost) => isAgain(lost, arrival));
    const isEarlier = first?.block_time && arrival.block_time && first.block_time < arrival.block_time;
    return isEarlier ? { ...arrival, block_time: first.block_time } : arrival;
  });
}

/** Arrivals that were decided and that the chain does not have. */
function goneOf<A extends Arrival>(arrivals: readonly A[], used: readonly UsedArrival[]): A[] {
  if (used.length === 0) return [];
  const decided = new Set(used.map(({ arrival_id }) => arrival_id));
  return arrivals.filter(({ arrival_id, state }) => state === 'gone' && decided.has(arrival_id));
}

function isAgain(lost: Arrival, other: Arrival): boolean {
  return lost.tx_hash !== null && lost.tx_hash === other.tx_hash && lost.chain === other.chain;
}
