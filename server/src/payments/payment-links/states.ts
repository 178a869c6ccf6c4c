/** Merchants turn links and buttons on and off freely, so there is no transition table. */
export const paymentLinkStatuses = ['active', 'inactive'] as const;
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number];

/** Why a link takes no more payments. Those made before stay valid. */
export type Closed = 'inactive' | 'expired' | 'used_up';

/** `paid`: payments of the link with a transaction, confirmed or not. Null while it takes payments. */
export function closedBy(
  link: { status: PaymentLinkStatus; expires_at: Date | null; max_payments: number | null },
  paid: number,
  now: Date,
): Closed | null {
  if (link.status === 'inactive') return 'inactive';
  if (link.expires_at && link.expires_at <= now) return 'expired';
  return link.max_payments !== null && paid >= link.max_payments ? 'used_up' : null;
}
