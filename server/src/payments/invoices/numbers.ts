import type { Sql } from '../../platform/db/client.ts';
import type { InvoiceNumber } from './invoice.ts';
import { lockCounter, type NumberOwner, takeNextNumber } from './number-store.ts';

/** The merchant's own number, or the next generated one. Call it in the transaction that stores the invoice. */
export async function takeNumber(tx: Sql, owner: NumberOwner, given: string | null): Promise<InvoiceNumber> {
  const numbered = given === null ? null : sequenceIn(given);
  // A given number in the generated format takes the same lock, so that generating skips it.
  if (given === null || numbered !== null) await lockCounter(tx, owner);
  if (given !== null) return { invoice_number: given, numbered, number_generated: false };
  const next = await takeNextNumber(tx, owner);
  return { invoice_number: generatedNumber(next), numbered: next, number_generated: true };
}

export function generatedNumber(n: bigint): string {
  return `INV-${n.toString().padStart(6, '0')}`;
}

/** The sequence number in a generated-format number such as INV-000001; null for any other format. */
export function sequenceIn(invoiceNumber: string): bigint | null {
  const digits = /^INV-(\d{6}|[1-9]\d{6,14})$/.exec(invoiceNumber)?.[1];
  return digits === undefined ? null : BigInt(digits);
}
