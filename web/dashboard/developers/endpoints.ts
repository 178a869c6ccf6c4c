import { useResource } from '../shared/queries.ts';
import type { Endpoint } from '../shared/types.ts';

export const webhooksPath = '/api/v1/webhooks';
export const endpointsPath = `${webhooksPath}/endpoints`;

/** One page holds all: a merchant has at most 50. */
const allEndpoints = { limit: 100 };

export function useEndpoints() {
  return useResource<Endpoint[]>(endpointsPath, allEndpoints);
}

export function endpointPage(endpointId: string): string {
  return `/developers/webhooks/${endpointId}`;
}

/** An endpoint has at most one delivery per event. */
export function deliveryPage(endpointId: string, eventId: string): string {
  return `${endpointPage(endpointId)}/deliveries/${eventId}`;
}

export function deliveriesPath(endpointId: string): string {
  return `${endpointsPath}/${encodeURIComponent(endpointId)}/deliveries`;
}
