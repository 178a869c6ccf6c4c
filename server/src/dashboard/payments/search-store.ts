import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectMatches } from './payment-search-store.ts';
import { beginsWith, idRange } from './prefix-search.ts';
import type { FoundInvoice, FoundRefund } from './search-schema.ts';

interface Owner {
  merchant_id: string;
  environment: Environment;
}
type WithMinor<Found> = Omit<Found, 'amount'> & { amount_minor: bigint };

/** By the start of an id or hash, and all that lead to their payments: reference id, e-mail address, amount … */
export async function selectRefundMatches(
  sql: Sql,
  { merchant_id, environment }: Owner,
  text: string,
  limit: number,
): Promise<WithMinor<FoundRefund>[]> {
  const page = { merchantId: merchant_id, cursorId: null, direction: 'older', limit } as const;
  const paymentIds = await selectMatches(sql, { environment, text, conditions: () => sql`` }, page);
  const { lowest, highest } = idRange('ref', text);
  const own = () => sql`select refund_id, payment_id, merchant_id, status, amount_minor, currency
    from refunds where merchant_id = ${merchant_id} and environment = ${environment}`;
  return sql<WithMinor<FoundRefund>[]>`
    select r.refund_id, r.payment_id, r.status, r.amount_minor, r.currency, p.customer_email
    from (
      (${own()} and refund_id between ${lowest} and ${highest} order by refund_id desc limit ${limit})
      union
      (${own()} and ${beginsWith(sql, sql`tx_hash`, text)} order by refund_id desc limit ${limit})
      union
      (${own()} and payment_id = any(${paymentIds}::text[]) order by refund_id desc limit ${limit})
    ) r
    join payments p using (payment_id, merchant_id)
    order by r.refund_id desc limit ${limit}`;
}

/** By the start of an id, a number or the customer's e-mail address. */
export async function selectInvoiceMatches(
  sql: Sql,
  { merchant_id, environment }: Owner,
  text: string,
  limit: number,
): Promise<WithMinor<FoundInvoice>[]> {
  const { lowest, highest } = idRange('inv', text);
  const own = () => sql`select invoice_id, invoice_number, status, amount_minor, currency, customer_email
    from invoices where merchant_id = ${merchant_id} and environment = ${environment}`;
  return sql<WithMinor<FoundInvoice>[]>`
    select * from (
      (${own()} and invoice_id between ${lowest} and ${highest} order by invoice_id desc limit ${limit})
      union
      (${own()} and ${beginsWith(sql, sql`invoice_number`, text)} order by invoice_id desc limit ${limit})
      union
      (${own()} and ${beginsWith(sql, sql`customer_email`, text)} order by invoice_id desc limit ${limit})
    ) found
    order by invoice_id desc limit ${limit}`;
}
