import type { DepositRow } from '../deposits/deposit.ts';
import type { AnnouncedMove, PaymentChange } from '../payment/payment.ts';
import { isOpen } from '../payment/states.ts';
import { type CountedArrival, isInTime, isSameAsset, type Subject } from './subject.ts';

export interface Move {
  move: AnnouncedMove;
  change: PaymentChange;
}

/** How the caller ends a payment that no money moves: the merchant cancelled it, or it is replaced. */
export type Ending = 'expire' | 'cancel';

/** The moves of a payment, in this order: a payment may be detected and confirmed at once. Pure. */
export function decideMoves(subject: Subject, now: Date, ending: Ending | null): Move[] {
  const { payment } = subject;
  if (!isOpen(payment.status)) return [];
  const byMoney = movesByMoney(subject);
  if (byMoney.length > 0 || payment.status !== 'pending') return byMoney;
  const { payment_id, merchant_id } = payment;
  const end = ending ?? (payment.expires_at <= now && isReadToDeadline(subject) ? 'expire' : null);
  return end ? [{ move: end, change: { payment_id, merchant_id } }] : [];
}

/** Whether the payment's chains were read to its deadline: money may have arrived in the last second. */
export function isReadToDeadline({ payment, deposits, readUntil }: Subject): boolean {
  return deposits.every(({ chain }) => (readUntil.get(chain) ?? new Date(0)) >= payment.expires_at);
}

/**
 * One deposit decides: the one the payment was detected on, else the first covered by final money, else the first covered
 * at all. Money on the others is ignored, so that the events of a payment name one chain.
 */
function movesByMoney(subject: Subject): Move[] {
  const deciding = subject.deposits.filter((deposit) => canDecide(subject, deposit));
  const outcomes = deciding.map((deposit) => movesOn(subject, deposit));
  const confirmed = outcomes.find((moves) => moves.some(({ move }) => move === 'confirm'));
  const detected = outcomes.find((moves) => moves.some(({ move }) => move === 'detect'));
  const paid = confirmed ?? detected;
  if (paid) return paid;
  if (deciding.some((deposit) => isUnderWay(subject, deposit))) return [];
  return deciding.map((deposit) => failureOn(subject, deposit)).find((moves) => moves.length > 0) ?? [];
}

/** A payment detected on one chain in one token is decided there. */
function canDecide({ payment }: Subject, deposit: DepositRow): boolean {
  return payment.status === 'pending' || isSameAsset(payment, deposit);
}

/**
 * Detects when what was seen covers the quote less the tolerance, confirms when what is final does. Less leaves the payment
 * pending, so that the payer can send the rest.
 */
function movesOn(subject: Subject, deposit: DepositRow): Move[] {
  const { payment } = subject;
  const seen = standingOn(subject, deposit).filter((arrival) => isInTime(payment, arrival));
  const final = seen.filter(({ state }) => state === 'final');
  const required = requiredUnits(deposit);
  const isNew = payment.status === 'pending';
  if (counted(final) >= required) {
    const change = paidWith(deposit, final);
    const confirm: Move = { move: 'confirm', change: { ...change, fee_bps: subject.feeBps } };
    return isNew ? [{ move: 'detect', change }, confirm] : [confirm];
  }
  return isNew && counted(seen) >= required ? [{ move: 'detect', change: paidWith(deposit, seen) }] : [];
}

function requiredUnits({ token_units, tolerance_units }: DepositRow): bigint {
  return BigInt(token_units) - BigInt(tolerance_units);
}

/** What a payment shows of its money. */
export interface ShownMoney {
  token_units: string;
  tx_hash: string | null;
  payer_address: string | null;
}

/**
 * What a live payment that was detected shows once the chain has taken back some of what it was detected by: a transaction
 * may have been replaced by a smaller one. Null if it shows that already.
 */
export function decideShown(subject: Subject): ShownMoney | null {
  const { payment, arrivals } = subject;
  const deposit = subject.deposits.find((one) => isSameAsset(payment, one));
  const hasLost = deposit && arrivals.some((one) => one.state === 'gone' && isAt(deposit, one));
  if (!hasLost || payment.environment === 'test' || payment.status !== 'processing') return null;
  const seen = standingOn(subject, deposit).filter((arrival) => isInTime(payment, arrival));
  const found = seen.length > 0 ? paidWith(deposit, seen) : null;
  const shown = {
    token_units: (found ? found.token_units : 0n).toString(),
    tx_hash: found?.tx_hash ?? null,
    payer_address: found?.payer_address ?? null,
  };
  const isSame =
    shown.token_units === payment.token_units &&
    shown.tx_hash === payment.tx_hash &&
    shown.payer_address === payment.payer_address;
  return isSame ? null : shown;
}

/** Money at the deposit that the chain has and that may count. */
function standingOn({ arrivals }: Subject, deposit: DepositRow): CountedArrival[] {
  return arrivals.filter(
    (arrival) => isAt(deposit, arrival) && arrival.state !== 'gone' && !arrival.screening,
  );
}

const refused = {
  reason: 'SCREENING_REFUSED',
  message: 'The money was refused after a check of its sender.',
};

/**
 * Money that somebody refused after the payment was detected. A payment that is pending expires or is paid by somebody else:
 * anyone can send refused money to its address.
 */
function refusedOn({ payment, arrivals }: Subject, deposit: DepositRow): CountedArrival[] {
  if (payment.status !== 'processing') return [];
  return arrivals.filter(
    (arrival) => isAt(deposit, arrival) && arrival.state === 'final' && arrival.screening === 'refuse',
  );
}

/**
 * Whether money is there that the payer can add to. Not if the payment was detected and has lost a part since the deadline,
 * or by a refusal: it does not expire any more, and would wait for ever.
 */
function isUnderWay(subject: Subject, deposit: DepositRow): boolean {
  if (mayStillCover(subject, deposit)) return true;
  const isBroken =
    refusedOn(subject, deposit).length > 0 ||
    (subject.payment.status === 'processing' && droppedOn(subject, deposit).length > 0);
  return !isBroken && standingOn(subject, deposit).length > 0;
}

/**
 * Whether a payment that was detected will be covered by what the chain has, once that is final and screening has let it go.
 * Then nothing fails it: a stranger can send a cent that is refused or dropped.
 */
function mayStillCover({ payment, arrivals }: Subject, deposit: DepositRow): boolean {
  if (payment.status !== 'processing') return false;
  const left = arrivals.filter(
    (arrival) =>
      isAt(deposit, arrival) &&
      arrival.state !== 'gone' &&
      arrival.screening !== 'refuse' &&
      isInTime(payment, arrival),
  );
  return counted(left) >= requiredUnits(deposit);
}

const dropped = {
  reason: 'TRANSACTION_DROPPED',
  message: 'The transaction was in a block that the chain abandoned, and it did not come back.',
};

/** A transaction whose block was abandoned usually comes back in another one. After the deadline it would be late. */
function droppedOn({ payment, arrivals, readUntil }: Subject, deposit: DepositRow): CountedArrival[] {
  const isPast = (readUntil.get(deposit.chain) ?? new Date(0)) > payment.expires_at;
  return arrivals.filter(
    (arrival) => isPast && isAt(deposit, arrival) && arrival.state === 'gone' && arrival.is_passed,
  );
}

/** Fails by the last transaction to the deposit that did not go through. */
function failureOn(subject: Subject, deposit: DepositRow): Move[] {
  const rejected = subject.failures.filter((failure) => isAt(deposit, failure));
  const lost = droppedOn(subject, deposit).map((arrival) => ({ ...arrival, ...dropped }));
  const held = refusedOn(subject, deposit).map((arrival) => ({ ...arrival, ...refused }));
  const last = [...rejected, ...lost, ...held].at(-1);
  if (!last) return [];
  const change = {
    ...paidWith(deposit, [{ ...last, counts: BigInt(last.units) }]),
    failure_reason: storable(last.reason, maxReasonLength),
    failure_message: storable(last.message, maxMessageLength),
  };
  return [{ move: 'fail', change }];
}

function isAt(
  deposit: DepositRow,
  { chain, token, address }: Pick<CountedArrival, 'chain' | 'token' | 'address'>,
) {
  return isSameAsset(deposit, { chain, token }) && deposit.address === address;
}

const maxReasonLength = 100;
const maxMessageLength = 500;

/** Reasons come from the chain and are untrusted: removes control characters (Postgres rejects NUL) and limits length. */
function storable(text: string, maxLength: number): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

type Transaction = Pick<CountedArrival, 'tx_hash' | 'payer_address' | 'units' | 'counts'>;

/**
 * Adds up the transactions. The payer is whoever sent most, shown with their last transaction: dust from a stranger must
 * not redirect a refund.
 */
function paidWith(
  deposit: DepositRow,
  transactions: readonly Transaction[],
): PaymentChange & { token_units: bigint } {
  const sent = new Map<string | null, bigint>();
  for (const { payer_address, units } of transactions)
    sent.set(payer_address, (sent.get(payer_address) ?? 0n) + BigInt(units));
  const payer = [...sent.keys()].reduce((most, other) =>
    (sent.get(other) ?? 0n) > (sent.get(most) ?? 0n) ? other : most,
  );
  const last = transactions.findLast((tx) => tx.payer_address === payer);
  return {
    payment_id: deposit.payment_id,
    merchant_id: deposit.merchant_id,
    chain: deposit.chain,
    token: deposit.token,
    token_units: bookedUnits(deposit, transactions),
    ...(last?.tx_hash ? { tx_hash: last.tx_hash } : {}),
    ...(payer === null ? {} : { payer_address: payer }),
  };
}

/** What the payment is booked with. In live mode an excess beyond the tolerance is not the merchant's: it is unapplied. */
function bookedUnits(deposit: DepositRow, transactions: readonly Transaction[]): bigint {
  const quote = BigInt(deposit.token_units);
  const paid = transactions.reduce((total, { units }) => total + BigInt(units), 0n);
  const worth = counted(transactions);
  const isExcessive = deposit.environment === 'live' && worth > quote + BigInt(deposit.tolerance_units);
  return isExcessive ? (paid * quote) / worth : paid;
}

/** As units of the present quote. */
function counted(transactions: readonly Pick<Transaction, 'counts'>[]): bigint {
  return transactions.reduce((total, { counts }) => total + counts, 0n);
}
