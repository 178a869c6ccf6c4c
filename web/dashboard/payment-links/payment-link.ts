import { useResource } from '../shared/queries.ts';
import type { PaymentLink, PaymentLinkListItem } from '../shared/types.ts';

export const linkStatuses = ['active', 'inactive'] as const satisfies PaymentLink['status'][];
export const linksPath = '/api/v1/payment_links';

export function linkPath(linkId: string): string {
  return `${linksPath}/${encodeURIComponent(linkId)}`;
}

export function useLink(linkId: string) {
  return useResource<PaymentLink>(linkPath(linkId));
}

/** What the customer meets: an active link can also have expired. */
export function shownStatus({ status, expires_at: end }: PaymentLinkListItem, nowMs = Date.now()): string {
  return status === 'active' && end !== null && Date.parse(end) <= nowMs ? 'expired' : status;
}
