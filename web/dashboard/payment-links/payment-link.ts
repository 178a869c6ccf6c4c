import { useResource } from '../shared/api/queries.ts';
import type { PaymentLink } from '../shared/api/types.ts';

export const linkStatuses = ['active', 'inactive'] as const satisfies PaymentLink['status'][];
export const linksPath = '/api/v1/payment_links';

export function useLink(linkId: string) {
  return useResource('/api/v1/payment_links/{payment_link_id}', { path: { payment_link_id: linkId } });
}
