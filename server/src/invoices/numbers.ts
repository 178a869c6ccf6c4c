import type { Sql } from '../db/client.ts';
import type { InvoiceNumber } from './invoice.ts';
import { lockCounter, type NumberOwner, takeNextNumber } from './number-store.ts';

/** The merchant's own number, or the next one. Taken in the transaction that stores it. */
export async function takeNumber(tx: Sql, owner: NumberOwner, given: string | null): Promise<InvoiceNumber> {
  const numbered = given === null ? null : sequenceIn(given);
  // A number that could be generated is stored under the same lock, so that generating skips it.
  if (given === null || numbered !== null) await lockCounter(tx, owner);
  if (given !== null) return { invoice_number: given, numbered, number_generated: false };
  const next = await takeNextNumber(tx, owner);
  return { invoice_number: generatedNumber(next), numbered: next, number_generated: true };
}

export function generatedNumber(n: bigint): string {
  return `INV-${n.toString().padStart(6, '0')}`;
}

/** The n of a number as we write it; null for one that is never generated. */
export function sequenceIn(invoiceNumber: string): bigint | null {
  const digits = /^INV-(\d{6}|[1-9]\d{6,14})$/.exec(invoiceNumber)?.[1];
  return digits === undefined ? null : BigInt(digits);
}
