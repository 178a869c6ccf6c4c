import type { Clock } from '../../lib/clock.ts';
import { createBatch } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/client.ts';
import type { PaymentBatches } from './batches.ts';
import type { PaymentKey, PaymentRow } from './payment.ts';
import { selectPayments, selectPaymentVersions } from './store.ts';

const batchSize = 64;
/** One: the more reads share a round trip, the less each costs. */
const batchesInFlight = 1;
const maxKept = 5000;
/** Row versions (xmin) can repeat after a point-in-time restore, so rows are not kept for long. */
const maxAgeMs = 60_000;

interface Kept {
  row: PaymentRow;
  version: string;
  readAtMs: number;
}

/**
 * Reads payments for clients that poll. Every read asks Postgres for the row's version, so it is never stale; the row is
 * fetched and parsed only when the version changed. The same version returns the same object.
 */
export function createPaymentReads(db: Db, clock: Clock): PaymentBatches['loadPayment'] {
  const kept = new Map<string, Kept>();

  async function load(keys: PaymentKey[]): Promise<(PaymentRow | undefined)[]> {
    const found = keys.map((key) => keptFor(key));
    const known = keys.filter((_, index) => found[index]);
    const versions = known.length > 0 ? await selectPaymentVersions(db, known) : new Map<string, string>();
    const current = found.map((entry) =>
      entry && entry.version === versions.get(entry.row.payment_id) ? entry.row : undefined,
    );
    const missing = keys.filter((_, index) => !current[index]);
    if (missing.length === 0) return current;
    const fetched = await selectPayments(db, missing);
    let next = 0;
    return current.map((row) => row ?? keep(fetched[next++]));
  }

  function keptFor(key: PaymentKey): Kept | undefined {
    const entry = kept.get(key.payment_id);
    const young = entry && Math.abs(clock.nowMs() - entry.readAtMs) < maxAgeMs;
    return young && entry.row.merchant_id === key.merchant_id ? entry : undefined;
  }

  function keep(read: { row: PaymentRow; version: string } | undefined): PaymentRow | undefined {
    if (!read) return undefined;
    if (kept.size >= maxKept) kept.clear();
    kept.set(read.row.payment_id, { ...read, readAtMs: clock.nowMs() });
    return read.row;
  }

  return createBatch(load, batchSize, batchesInFlight);
}
