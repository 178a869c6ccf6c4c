import type { BrandingRow } from '../../merchants/branding.ts';
import type { ContactRow } from '../../merchants/contacts.ts';
import type { InvoiceKey } from '../../payments/invoices/invoice.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import type { Sql } from '../../platform/db/client.ts';

/** Merchant and payment data shown on the invoice page. */
export interface InvoiceSurroundings extends BrandingRow, ContactRow {
  merchant_suspended: boolean;
  /** Status of the payment in progress; there is at most one. */
  under_way: 'pending' | 'processing' | null;
  /** From the payment that paid the invoice. */
  token_units: PaymentRow['token_units'];
  tx_hash: string | null;
}

export async function selectSurroundings(
  sql: Sql,
  key: InvoiceKey,
): Promise<InvoiceSurroundings | undefined> {
  const [row] = await sql<InvoiceSurroundings[]>`
    select m.name as merchant_name, m.status = 'suspended' as merchant_suspended, logo.digest as logo_digest,
      m.accent_color, m.support_email, m.support_url, under_way.status as under_way, paid.token_units, paid.tx_hash
    from invoices i
    join merchants m on m.merchant_id = i.merchant_id
    left join merchant_logos logo on logo.merchant_id = i.merchant_id
    left join payments under_way on under_way.invoice_id = i.invoice_id and under_way.merchant_id = i.merchant_id
      and under_way.status in ('pending', 'processing')
    left join payments paid on paid.payment_id = i.payment_id and paid.merchant_id = i.merchant_id
    where i.invoice_id = ${key.invoice_id} and i.merchant_id = ${key.merchant_id}`;
  return row;
}
