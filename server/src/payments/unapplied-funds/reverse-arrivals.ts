import type { Context } from '../../app/context.ts';
import type { ArrivalRow } from '../../chains/watching/arrival.ts';
import { recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { reversedEvent } from '../payment/payment-events.ts';
import { isSettled } from '../payment/states.ts';
import { cancelReturns } from './gone-returns.ts';
import { insertReversal, selectReversedUnits, type UsedArrival, updateReversed } from './store.ts';

/** A decision whose arrival is not on the chain any more. */
interface GoneArrival {
  arrivalId: string;
  /** Whether it can still come back: its block number is not final yet, or its transaction is in another block. */
  mayComeBack: boolean;
}

/** What is known of a payment's arrivals. */
interface SortedArrivals {
  /** Arrivals whose earlier decision stands, with the units that were applied. */
  standing: { arrival: ArrivalRow; applied: bigint }[];
  gone: GoneArrival[];
  /** Final, and not decided yet. */
  undecided: ArrivalRow[];
}

/** Pure. Arrivals that were decided are gone when a chain abandoned final blocks and an operator resumed it. */
export function sortArrivals(arrivals: readonly ArrivalRow[], used: readonly UsedArrival[]): SortedArrivals {
  const byId = new Map(arrivals.map((arrival) => [arrival.arrival_id, arrival]));
  const decided = new Set(used.map(({ arrival_id }) => arrival_id));
  const goneArrivals = used.flatMap(({ arrival_id }) => {
    const arrival = byId.get(arrival_id);
    return arrival?.state === 'gone' ? [arrival] : [];
  });
  const goneIds = new Set(goneArrivals.map(({ arrival_id }) => arrival_id));
  return {
    standing: used.flatMap(({ arrival_id, applied_units }) => {
      const arrival = byId.get(arrival_id);
      return arrival && !goneIds.has(arrival_id) ? [{ arrival, applied: BigInt(applied_units) }] : [];
    }),
    gone: goneArrivals.map((lost) => ({
      arrivalId: lost.arrival_id,
      mayComeBack:
        !lost.is_passed || arrivals.some((other) => isAgain(lost, other) && other.state === 'seen'),
    })),
    undecided: arrivals
      .filter(({ state, arrival_id }) => state === 'final' && !decided.has(arrival_id))
      .map((arrival) => inFirstBlock(arrival, goneArrivals)),
  };
}

/** A transaction that is in another block now was in time if it was so in its first block. */
function inFirstBlock(arrival: ArrivalRow, gone: readonly ArrivalRow[]): ArrivalRow {
  const first = gone.find((lost) => isAgain(lost, arrival));
  return first && first.block_time < arrival.block_time
    ? { ...arrival, block_time: first.block_time }
    : arrival;
}

function isAgain(lost: ArrivalRow, other: ArrivalRow): boolean {
  return lost.tx_hash !== null && lost.tx_hash === other.tx_hash && lost.chain === other.chain;
}

/**
 * Takes back decisions about money that did not come back, and tells the merchant what a completed payment lacks.
 * `applied` is what counts for the payment now. The payment is locked.
 */
export async function reverse(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  gone: readonly GoneArrival[],
  applied: bigint,
): Promise<void> {
  if (gone.length === 0 || gone.some(({ mayComeBack }) => mayComeBack)) return;
  const now = ctx.clock.now();
  const lost = gone.map(({ arrivalId }) => arrivalId);
  await updateReversed(tx, lost, now);
  await cancelReturns(tx, lost, now);
  const { chain, token, payment_id } = payment;
  if (!isSettled(payment.status) || chain === null || token === null) return;
  const booked = BigInt(payment.token_units ?? '0');
  const missing = booked - applied - (await selectReversedUnits(tx, payment));
  if (missing <= 0n) return;
  await insertReversal(tx, { ...payment, chain, token }, missing, now);
  await recordEvents(tx, ctx.ids, [reversedEvent(payment, missing, now)]);
  ctx.metrics.chains.reversals.inc({ chain });
  ctx.log.error({ payment_id, chain, token }, 'payment reversed: its chain abandoned final blocks');
}
