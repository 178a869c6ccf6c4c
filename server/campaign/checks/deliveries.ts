import { maxAttempts } from '../../src/lib/backoff.ts';
import type { Check } from './check.ts';

/** Finds an event that never arrived, that took more attempts than promised, or that differs from the API's. */
export const checkDeliveries: Check = async ({ client, tenants: { shop }, receivers }) => {
  const problems: string[] = [];
  for (const event of await client.list(shop, '/events', 'id')) {
    const body = receivers.arrived.get(String(event['id']));
    if (body === undefined) problems.push(`deliveries: ${event['id']} (${event['type']}) never arrived`);
    else if (body !== JSON.stringify(event))
      problems.push(`deliveries: ${event['id']} arrived as ${body}, and is ${JSON.stringify(event)}`);
  }
  const path = `/webhooks/endpoints/${receivers.endpointId}/deliveries`;
  for (const delivery of await client.list(shop, path, 'delivery_id')) {
    const attempts = (delivery['attempts'] as unknown[]).length;
    if (delivery['status'] !== 'succeeded' || attempts > maxAttempts)
      problems.push(
        `deliveries: ${delivery['delivery_id']} is ${delivery['status']} after ${attempts} attempts`,
      );
  }
  return problems;
};
