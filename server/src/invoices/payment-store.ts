import type { Sql } from '../db/client.ts';
import type { PaymentRow } from '../payments/payment.ts';
import type { InvoiceKey } from './invoice.ts';

/** The payment of an invoice that is pending or processing: there is at most one. */
export async function selectUnderWay(
  tx: Sql,
  { invoice_id, merchant_id }: InvoiceKey,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments
    where invoice_id = ${invoice_id} and merchant_id = ${merchant_id} and status in ('pending', 'processing')`;
  return row;
}

/** As selectUnderWay, held; undefined also while somebody else is moving it, for whom nobody waits here. */
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
 * The pending payment of an invoice whose deadline comes before `deadline`, held; undefined also while one of its
 * chains was not asked since `askedAt`. It waits for the row, so call it before the invoice's row is held.
 */
export async function lockEnding(
  tx: Sql,
  { invoice_id, merchant_id }: InvoiceKey,
  deadline: Date,
  askedAt: Date,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    select * from payments
    where invoice_id = ${invoice_id} and merchant_id = ${merchant_id} and status = 'pending' and expires_at < ${deadline}
    for no key update`;
  if (!row) return undefined;
  // A statement of its own sees the way that was chosen while the one before waited.
  const unasked = await tx`
    select from deposits where payment_id = ${row.payment_id} and merchant_id = ${merchant_id}
      and check_at is not null and (checked_at is null or checked_at < ${askedAt})`;
  return unasked.length > 0 ? undefined : row;
}

const noneUnderWay = (sql: Sql) => sql`
  not exists (
    select from payments p where p.invoice_id = i.invoice_id and p.merchant_id = i.merchant_id
      and p.status in ('pending', 'processing'))`;

const expirable = (sql: Sql, today: string) => sql`
  status = 'open' and due_date < ${today} and ${noneUnderWay(sql)}`;

/** Open invoices whose due date is over, held. One with a payment under way waits for its end. */
export async function lockExpirable(tx: Sql, today: string, limit: number): Promise<InvoiceKey[]> {
  return tx<InvoiceKey[]>`
    select invoice_id, merchant_id from invoices i where ${expirable(tx, today)}
    order by due_date limit ${limit} for update skip locked`;
}

/** Of invoices that are held, so that none gets a payment any more, those that are still to expire. */
export async function selectExpirable(tx: Sql, today: string, held: InvoiceKey[]): Promise<InvoiceKey[]> {
  return tx<InvoiceKey[]>`
    select invoice_id, merchant_id from invoices i
    join unnest(${held.map((key) => key.invoice_id)}::text[], ${held.map((key) => key.merchant_id)}::text[])
      as held (invoice_id, merchant_id) using (invoice_id, merchant_id)
    where ${expirable(tx, today)}`;
}

/** The first due date of the open invoices that wait for no payment; null when there are none. */
export async function nextDueDate(sql: Sql): Promise<string | null> {
  // In order and only the first, not min(): that would read all open invoices every time.
  const [row] = await sql<{ due_date: string }[]>`
    select due_date from invoices i where status = 'open' and ${noneUnderWay(sql)} order by due_date limit 1`;
  return row?.due_date ?? null;
}
