import type { BrandingRow } from '../../merchants/branding.ts';
import type { ContactRow } from '../../merchants/contacts.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import type { Sql } from '../../platform/db/client.ts';

/** What the page shows beside the refund. */
export interface ClaimSurroundings extends BrandingRow, ContactRow {
  locale: PaymentRow['locale'];
  description: PaymentRow['description'];
  payment_minor: bigint;
  /** When its wait for an address ends; null when it has one. */
  deadline: Date | null;
  /** The last address that was given, if any: one that took no money when the refund waits again. */
  last_address: string | null;
}

export async function selectSurroundings(
  sql: Sql,
  key: { refund_id: string; merchant_id: string },
): Promise<ClaimSurroundings | undefined> {
  const [row] = await sql<ClaimSurroundings[]>`
    select m.name as merchant_name, logo.digest as logo_digest, m.accent_color, m.support_email, m.support_url, p.locale, p.description,
      p.amount_minor as payment_minor, r.check_at as deadline,
      (select address from refund_addresses a where a.refund_id = r.refund_id and a.merchant_id = r.merchant_id
        order by number desc limit 1) as last_address
    from refunds r
    join payments p on p.payment_id = r.payment_id and p.merchant_id = r.merchant_id
    join merchants m on m.merchant_id = r.merchant_id
    left join merchant_logos logo on logo.merchant_id = r.merchant_id
    where r.refund_id = ${key.refund_id} and r.merchant_id = ${key.merchant_id}`;
  return row;
}
