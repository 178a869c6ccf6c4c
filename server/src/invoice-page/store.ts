import type { Sql } from '../db/client.ts';
import type { InvoiceKey } from '../invoices/invoice.ts';
import type { PaymentRow } from '../payments/payment.ts';

/** What stands around an invoice on its page. */
export interface InvoiceSurroundings {
  merchant_name: string;
  merchant_suspended: boolean;
  logo_digest: string | null;
  /** Of the payment that is under way; there is at most one. */
  under_way: 'pending' | 'processing' | null;
  /** Of the payment that paid it. */
  token_units: PaymentRow['token_units'];
  tx_hash: string | null;
}

export async function selectSurroundings(
  sql: Sql,
  key: InvoiceKey,
): Promise<InvoiceSurroundings | undefined> {
  const [row] = await sql<InvoiceSurroundings[]>`
    select m.name as merchant_name, m.status = 'suspended' as merchant_suspended, logo.digest as logo_digest,
      under_way.status as under_way, paid.token_units, paid.tx_hash
    from invoices i
    join merchants m on m.merchant_id = i.merchant_id
    left join merchant_logos logo on logo.merchant_id = i.merchant_id
    left join payments under_way on under_way.invoice_id = i.invoice_id and under_way.merchant_id = i.merchant_id
      and under_way.status in ('pending', 'processing')
    left join payments paid on paid.payment_id = i.payment_id and paid.merchant_id = i.merchant_id
    where i.invoice_id = ${key.invoice_id} and i.merchant_id = ${key.merchant_id}`;
  return row;
}
