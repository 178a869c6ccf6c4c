import { type Claim, isClaimed } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import type { InvoiceKey } from './invoice.ts';

/** The invoice's pending or processing payment. There is at most one. */
export async function selectUnderWay(
  tx: Sql,
  { invoice_id, merchant_id }: InvoiceKey,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments
    where invoice_id = ${invoice_id} and merchant_id = ${merchant_id} and status in ('pending', 'processing')`;
  return row;
}

/** Like selectUnderWay, with a row lock. Does not wait: undefined if another transaction holds the lock. */
export async function lockUnderWay(
  tx: Sql,
  { invoice_id, merchant_id }: InvoiceKey,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments
    where invoice_id = ${invoice_id} and merchant_id = ${merchant_id} and status in ('pending', 'processing')
    for no key update skip locked`;
  return row;
}

/**
 * Locks the invoice's pending payment if it expires before `deadline`. Waits for the row lock, so call it before locking the
 * invoice.
 */
export async function lockEnding(
  tx: Sql,
  { invoice_id, merchant_id }: InvoiceKey,
  deadline: Date,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments
    where invoice_id = ${invoice_id} and merchant_id = ${merchant_id} and status = 'pending' and expires_at < ${deadline}
    for no key update`;
  return row;
}

const noPaymentInProgress = (sql: Sql) => sql`
  not exists (
    select from payments p where p.invoice_id = i.invoice_id and p.merchant_id = i.merchant_id
      and p.status in ('pending', 'processing'))`;

const expirable = (sql: Sql, today: string) => sql`
  status = 'open' and due_date < ${today} and ${noPaymentInProgress(sql)}`;

/** Locks open invoices past their due date, except those with a payment in progress. */
export async function lockExpirable(
  tx: Sql,
  today: string,
  limit: number,
  claim: Claim,
): Promise<InvoiceKey[]> {
  return tx<InvoiceKey[]>`
    select invoice_id, merchant_id from invoices i where ${expirable(tx, today)} ${isClaimed(tx, 'invoice_id', claim)}
    order by due_date, invoice_id limit ${limit} for update skip locked`;
}

/** Filters locked invoices, which can get no new payment, for those that still should expire. */
export async function selectExpirable(tx: Sql, today: string, locked: InvoiceKey[]): Promise<InvoiceKey[]> {
  return tx<InvoiceKey[]>`
    select invoice_id, merchant_id from invoices i
    join unnest(${locked.map((key) => key.invoice_id)}::text[], ${locked.map((key) => key.merchant_id)}::text[])
      as locked (invoice_id, merchant_id) using (invoice_id, merchant_id)
    where ${expirable(tx, today)}`;
}

/** The earliest due date of open invoices without a payment in progress; null if there are none. */
export async function nextDueDate(sql: Sql, claim: Claim): Promise<string | null> {
  // order by … limit 1 instead of min(), which would read all open invoices.
  const [row] = await sql<{ due_date: string }[]>`
    select due_date from invoices i where status = 'open' and ${noPaymentInProgress(sql)}
      ${isClaimed(sql, 'invoice_id', claim)} order by due_date limit 1`;
  return row?.due_date ?? null;
}
