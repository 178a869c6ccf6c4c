import { earliestOf } from '../../lib/timestamps.ts';
import type { Posting } from '../../treasury/ledger/posting.ts';
import { sourceAfter } from '../../treasury/ledger/postings.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { isOpen, isSettled, paymentMoves } from '../payment/states.ts';
import { arrived, type BookedUse, taken, withFees } from './arrival-postings.ts';
import {
  decideMoves,
  decideShown,
  type Ending,
  isReadToDeadline,
  type Move,
  type ShownMoney,
} from './decide-move.ts';
import { type Applied, decide } from './decide-uses.ts';
import { sortArrivals } from './sort-arrivals.ts';
import { type CountedArrival, isSameAsset, type Subject } from './subject.ts';

/** How long to wait when the clock is past a deadline that the payment's chains were not read to yet. */
const readAgainMs = 5000;

/** What follows from everything that is known of a payment. */
export interface Evaluation {
  /** As the moves leave it. */
  payment: PaymentRow;
  moves: Move[];
  /**
   * What becomes of each final arrival that was not decided before: until the payment is over only of what can never be
   * its own.
   */
  uses: { arrival: CountedArrival; use: BookedUse }[];
  /** Arrivals that were decided, that the chain took back, and that do not come back. */
  lost: string[];
  /** What a completed payment lacks since then, before earlier reversals. */
  missing: bigint;
  postings: Posting[];
  /** When time alone may change something; null for never. */
  lookAt: Date | null;
  /** What a payment that stays `processing` shows from now on, where the chain took some of it back; null for the same. */
  shown: ShownMoney | null;
}

/**
 * The one verdict on money that arrives: what becomes of a payment and of all that came for it. Pure. `ending` ends a
 * pending payment that no money moves.
 */
export function evaluate(subject: Subject, now: Date, ending: Ending | null = null): Evaluation {
  const moves = decideMoves(subject, now, ending);
  const payment = moves.reduce((row, move) => after(row, move, now), subject.payment);
  const { standing, gone, undecided } = sortArrivals(subject.arrivals, subject.uses);
  const earlier = appliedOf(standing);
  const bookable = payment.environment === 'live' ? undecided : paying(payment, moves, undecided);
  const over = isOpen(payment.status) ? bookable.filter((one) => !canCount(payment, one)) : bookable;
  const uses = withFees(decide(payment, subject.deposits, earlier, over), subject.feeBps);
  const applied = uses.reduce((sum, use) => sum + use.applied, earlier.units);
  const lost = gone.some(({ mayComeBack }) => mayComeBack) ? [] : gone.map(({ arrivalId }) => arrivalId);
  const booked = isSettled(payment.status) ? BigInt(payment.token_units ?? '0') : 0n;
  return {
    payment,
    moves,
    uses: over.flatMap((arrival, index) => {
      const use = uses[index];
      return use ? [{ arrival, use }] : [];
    }),
    lost,
    missing: lost.length > 0 && booked > applied ? booked - applied : 0n,
    postings: postingsOf({ ...subject, payment }, bookable, uses, earlier, now),
    lookAt: nextLook({ ...subject, payment }, now),
    shown: moves.length === 0 ? decideShown(subject) : null,
  };
}

/**
 * Whether this money can still be the payment's: the customer may yet choose any way that it accepts. What cannot is listed at
 * once, so that nobody has to wait for the deadline to return it, or to decide about what screening holds.
 */
function canCount(
  { environment, accepted_chains, accepted_tokens }: PaymentRow,
  arrival: CountedArrival,
): boolean {
  if (environment === 'test') return true;
  return (
    arrival.token !== null &&
    !arrival.screening &&
    accepted_chains.includes(arrival.chain) &&
    accepted_tokens.includes(arrival.token)
  );
}

/** The payment as a move leaves it, as far as that decides what it takes. */
function after(row: PaymentRow, { move, change }: Move, now: Date): PaymentRow {
  return {
    ...row,
    status: paymentMoves[move].to,
    chain: change.chain ?? row.chain,
    token: change.token ?? row.token,
    token_units: change.token_units?.toString() ?? row.token_units,
    cancelled_at: move === 'cancel' ? now : row.cancelled_at,
  };
}

/** Test mode has no unapplied money: only what completes a payment is booked. */
function paying(payment: PaymentRow, moves: readonly Move[], arrivals: CountedArrival[]): CountedArrival[] {
  if (!moves.some(({ move }) => move === 'confirm')) return [];
  return arrivals.filter((arrival) => isSameAsset(payment, arrival));
}

/** What the standing decisions counted for the payment. */
function appliedOf(standing: readonly { arrival: CountedArrival; applied: bigint }[]): Applied {
  return standing.reduce(
    ({ units, counts }, { arrival, applied }) => ({
      units: units + applied,
      counts: counts + (arrival.counts * applied) / BigInt(arrival.units),
    }),
    { units: 0n, counts: 0n },
  );
}

/** What is final is in the ledger at once, as unapplied money of the merchant, and then what the payment takes of it. */
function postingsOf(
  { payment, arrivals, reversals, feeBps }: Subject,
  bookable: readonly CountedArrival[],
  uses: readonly BookedUse[],
  earlier: Applied,
  now: Date,
): Posting[] {
  const sourceOf = (arrivalId: string) => sourceAfter(arrivalId, reversals.get(arrivalId) ?? 0);
  const isFirst = earlier.units === 0n && !arrivals.some(({ arrival_id }) => reversals.has(arrival_id));
  return [
    ...bookable.map((arrival) => arrived(arrival, payment, sourceOf(arrival.arrival_id), now)),
    ...taken(payment, feeBps, uses, isFirst ? null : sourceOf, now),
  ];
}

/**
 * The deadline, and what test mode's clock makes final. After the deadline: while a chain was not read that far, or could
 * bring back what it took from a payment that was detected.
 */
function nextLook(subject: Subject, now: Date): Date | null {
  const { payment, arrivals } = subject;
  if (!isOpen(payment.status)) return null;
  const waits = !isReadToDeadline(subject) || arrivals.some(({ state }) => state === 'gone');
  const again = waits ? new Date(now.getTime() + readAgainMs) : null;
  const byDeadline = payment.expires_at > now ? payment.expires_at : again;
  const byClock = arrivals.flatMap(({ state, final_at }) => (state === 'seen' && final_at ? [final_at] : []));
  return earliestOf([...byClock, ...(byDeadline ? [byDeadline] : [])]);
}
