import { useResource } from '../../shared/api/queries.ts';
import type { Endpoint } from '../../shared/api/types.ts';

/** With the deliveries to each endpoint. */
export const endpointsPath = '/api/v1/webhooks/endpoints';

/** An enabled endpoint that answers nothing good is not well, whatever it is set to. */
export function endpointStatus({ status, failing_since }: Endpoint): string {
  return status === 'enabled' && failing_since ? 'failing' : status;
}

/** One page holds all: a merchant has at most 50. */
const allEndpoints = { query: { limit: 100 } };

export function useEndpoints() {
  return useResource(endpointsPath, allEndpoints);
}

export function endpointPage(endpointId: string): string {
  return `/developers/webhooks/${endpointId}`;
}

/** An endpoint has at most one delivery per event. */
export function deliveryPage(endpointId: string, eventId: string): string {
  return `${endpointPage(endpointId)}/deliveries/${eventId}`;
}
