import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { Delivery, DeliveryListParams } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Webhook deliveries and their attempts: `causeway.deliveries`.
 *
 * @example
 * const deliveries: Deliveries = causeway.deliveries;
 */
export class Deliveries extends Resource {
  /**
   * Lists the deliveries to an endpoint, newest first, each with its attempts.
   *
   * @example
   * for await (const delivery of causeway.deliveries.list(endpointId)) console.log(delivery.status, delivery.attempts);
   */
  list(endpointId: string, params?: DeliveryListParams, options?: RequestOptions): List<Delivery> {
    const where = path`/webhooks/endpoints/${endpointId}/deliveries`;
    return this.many(where, params, options, (item: Delivery) => item.delivery_id);
  }

  /**
   * Retries a delivery.
   *
   * @example
   * await causeway.deliveries.retry(delivery.delivery_id);
   */
  retry(deliveryId: string, options?: WriteOptions): Promise<WithResponse<Delivery>> {
    return this.one({ method: 'POST', path: path`/webhooks/deliveries/${deliveryId}/retry`, options });
  }
}
