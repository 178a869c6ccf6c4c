import type { PaymentLinkListItem } from '../shared/api/types.ts';

type Facts = Pick<PaymentLinkListItem, 'status' | 'expires_at'>;

/** What the customer meets: an active link can also have expired. */
export function shownStatus({ status, expires_at: end }: Facts, nowMs = Date.now()): string {
  return status === 'active' && end !== null && Date.parse(end) <= nowMs ? 'expired' : status;
}
