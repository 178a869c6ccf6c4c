import type { BrandingRow } from '../../merchants/branding.ts';
import type { ContactRow } from '../../merchants/contacts.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import type { ClaimKey } from '../../payments/refunds/claim-links.ts';
import type { Sql } from '../../platform/db/client.ts';

/** What the page shows beside the refund or the unapplied money. */
export interface ClaimSurroundings extends BrandingRow, ContactRow {
  locale: PaymentRow['locale'];
  description: PaymentRow['description'];
  payment_minor: bigint;
  currency: PaymentRow['currency'];
  /** Until when an address can be given; null when it has one. */
  deadline: Date | null;
  /** The last address that was given, if any: one that took no money when another is asked for. */
  last_address: string | null;
}

export async function selectSurroundings(sql: Sql, key: ClaimKey): Promise<ClaimSurroundings | undefined> {
  const [row] = await sql<ClaimSurroundings[]>`
    select m.name as merchant_name, logo.digest as logo_digest, m.accent_color, m.support_email, m.support_url, p.locale, p.description,
      p.amount_minor as payment_minor, p.currency, deadline, last_address
    from (${claimed(sql, key)}) as claimed
    join payments p using (payment_id, merchant_id)
    join merchants m using (merchant_id)
    left join merchant_logos logo using (merchant_id)`;
  return row;
}

function claimed(sql: Sql, key: ClaimKey) {
  if ('unapplied_id' in key)
    return sql`
      select payment_id, merchant_id, claim_expires_at as deadline, claimed_address as last_address
      from unapplied_funds where unapplied_id = ${key.unapplied_id} and merchant_id = ${key.merchant_id}`;
  return sql`
    select payment_id, merchant_id, check_at as deadline, (
      select address from refund_addresses a where a.refund_id = r.refund_id and a.merchant_id = r.merchant_id
      order by number desc limit 1) as last_address
    from refunds r where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id}`;
}
