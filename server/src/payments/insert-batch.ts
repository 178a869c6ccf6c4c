import type { Clock } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { isConnectionError, isUniqueViolation } from '../db/errors.ts';
import { insertPayments, type NewPayment } from './store.ts';

/** `kept`: the idempotency key has an answer already. An Error is this payment's own, the others' fate is theirs. */
export type InsertOutcome = 'created' | 'kept' | 'reference_taken' | Error;

/**
 * Inserts what one turn of the event loop brought in one statement. Should it fail, for a reference that is taken or a
 * deadlock with another process, each payment is tried alone, so that nobody pays for a neighbour's mistake.
 */
export async function insertPaymentBatch(
  db: Db,
  clock: Clock,
  payments: NewPayment[],
): Promise<InsertOutcome[]> {
  const outcomes = new Map<NewPayment, InsertOutcome>();
  const { distinct, repeats } = splitRepeatedKeys(payments);
  try {
    const inserted = await insertPayments(db, distinct, clock.now());
    for (const payment of distinct)
      outcomes.set(payment, inserted.has(payment.row.payment_id) ? 'created' : 'kept');
  } catch (error) {
    // With the database gone nobody knows whether it committed: trying again could only make it worse.
    if (isConnectionError(error)) return payments.map(() => refusal(error));
    if (distinct.length === 1 && distinct[0]) outcomes.set(distinct[0], refusal(error));
    else for (const payment of distinct) outcomes.set(payment, await insertAlone(db, clock, payment));
  }
  // After the first request with their key, whose fate decides theirs.
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

/** One statement cannot take the same key twice. */
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
