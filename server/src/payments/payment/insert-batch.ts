import type { Clock } from '../../lib/clock.ts';
import { createBatch } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/client.ts';
import { isConnectionError, isUniqueViolation } from '../../platform/db/errors.ts';
import type { NewPayment } from './payment.ts';
import { insertPayments } from './store.ts';

const batchSize = 64;
const batchesInFlight = 4;

/** `kept`: the idempotency key already has a response. An Error concerns this payment only, not the rest of the batch. */
export type InsertOutcome = 'created' | 'kept' | 'reference_taken' | Error;

export function createPaymentInserts(db: Db, clock: Clock): (payment: NewPayment) => Promise<InsertOutcome> {
  return createBatch(
    (payments: NewPayment[]) => insertPaymentBatch(db, clock, payments),
    batchSize,
    batchesInFlight,
  );
}

/**
 * Inserts the payments of one event loop turn in one statement. If it fails (a taken reference, a deadlock), each payment
 * is inserted alone, so that one bad payment does not fail the others.
 */
async function insertPaymentBatch(db: Db, clock: Clock, payments: NewPayment[]): Promise<InsertOutcome[]> {
  const outcomes = new Map<NewPayment, InsertOutcome>();
  const { distinct, repeats } = splitRepeatedKeys(payments);
  try {
    const inserted = await insertPayments(db, distinct, clock.now());
    for (const payment of distinct)
      outcomes.set(payment, inserted.has(payment.row.payment_id) ? 'created' : 'kept');
  } catch (error) {
    // Do not retry after a lost connection: the statement may have been committed.
    if (isConnectionError(error)) return payments.map(() => refusal(error));
    if (distinct.length === 1 && distinct[0]) outcomes.set(distinct[0], refusal(error));
    else for (const payment of distinct) outcomes.set(payment, await insertAlone(db, clock, payment));
  }
  // After the first request with the same key, whose outcome decides theirs.
  for (const payment of repeats) outcomes.set(payment, await insertAlone(db, clock, payment));
  return payments.map((payment) => outcomes.get(payment) ?? new Error('a payment was lost from its batch'));
}

async function insertAlone(db: Db, clock: Clock, payment: NewPayment): Promise<InsertOutcome> {
  try {
    const inserted = await insertPayments(db, [payment], clock.now());
    return inserted.size === 1 ? 'created' : 'kept';
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): InsertOutcome {
  if (isUniqueViolation(error, 'payments_reference')) return 'reference_taken';
  return error instanceof Error ? error : new Error(String(error));
}

/** One statement cannot insert the same idempotency key twice. */
function splitRepeatedKeys(payments: NewPayment[]): { distinct: NewPayment[]; repeats: NewPayment[] } {
  const seen = new Set<string>();
  const split: { distinct: NewPayment[]; repeats: NewPayment[] } = { distinct: [], repeats: [] };
  for (const payment of payments) {
    const { row, kept } = payment;
    const key = kept ? JSON.stringify([row.merchant_id, row.environment, kept.claim.key]) : row.payment_id;
    (seen.has(key) ? split.repeats : split.distinct).push(payment);
    seen.add(key);
  }
  return split;
}
