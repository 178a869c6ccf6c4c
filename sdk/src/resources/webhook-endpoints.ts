import type { WithResponse } from '../answer.ts';
import { CausewayApiError } from '../errors.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type {
  DeletedWebhookEndpoint,
  EventType,
  ListParams,
  TestDelivery,
  WebhookEndpoint,
  WebhookEndpointCreateParams,
  WebhookEndpointUpdateParams,
  WebhookEndpointWithSecret,
} from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Addresses of yours that events are sent to, at `causeway.webhookEndpoints`.
 *
 * @example
 * const endpoints: WebhookEndpoints = causeway.webhookEndpoints;
 */
export class WebhookEndpoints extends Resource {
  /**
   * Registers an endpoint. Its `secret` is shown this once: keep it for `webhooks.verify`.
   *
   * @example
   * const { endpoint_id, secret } = await causeway.webhookEndpoints.create({
   *   url: 'https://shop.example/hooks/causeway',
   *   events: ['payment.completed', 'payment.failed'],
   * });
   */
  create(
    params: WebhookEndpointCreateParams,
    options?: WriteOptions,
  ): Promise<WithResponse<WebhookEndpointWithSecret>> {
    return this.one({ method: 'POST', path: '/webhooks/endpoints', body: params, options });
  }

  /**
   * Endpoints, newest first.
   *
   * @example
   * for await (const endpoint of causeway.webhookEndpoints.list()) console.log(endpoint.url, endpoint.status);
   */
  list(params?: ListParams, options?: RequestOptions): List<WebhookEndpoint> {
    return this.many('/webhooks/endpoints', params, options, (item: WebhookEndpoint) => item.endpoint_id);
  }

  /**
   * Changes what is given and nothing else.
   *
   * @example
   * await causeway.webhookEndpoints.update(endpointId, { status: 'disabled' });
   */
  update(
    endpointId: string,
    params: WebhookEndpointUpdateParams,
    options?: RequestOptions,
  ): Promise<WithResponse<WebhookEndpoint>> {
    return this.one({
      method: 'PATCH',
      path: path`/webhooks/endpoints/${endpointId}`,
      body: params,
      options,
    });
  }

  /**
   * Deletes the endpoint. Nothing more is sent to it.
   *
   * @example
   * await causeway.webhookEndpoints.delete(endpointId);
   */
  async delete(endpointId: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    try {
      return await this.one({ method: 'DELETE', path: path`/webhooks/endpoints/${endpointId}`, options });
    } catch (error) {
      // An earlier attempt did it, and its answer was lost.
      const isGone = error instanceof CausewayApiError && error.code === 'WEBHOOK_ENDPOINT_NOT_FOUND';
      if (isGone && error.attempts > 1) return { endpoint_id: endpointId, deleted: true };
      throw error;
    }
  }

  /**
   * Gives the endpoint a new `secret`, shown this once. The old one signs beside it for 24 hours.
   *
   * @example
   * const { secret } = await causeway.webhookEndpoints.rotateSecret(endpointId);
   */
  rotateSecret(endpointId: string, options?: WriteOptions): Promise<WithResponse<WebhookEndpointWithSecret>> {
    return this.one({ method: 'POST', path: path`/webhooks/endpoints/${endpointId}/rotate_secret`, options });
  }

  /**
   * Sends one delivery with sample data at once and tells how your endpoint took it.
   *
   * @example
   * const { success, http_status, error } = await causeway.webhookEndpoints.sendTest(endpointId, 'payment.completed');
   */
  sendTest(
    endpointId: string,
    eventType: EventType,
    options?: WriteOptions,
  ): Promise<WithResponse<TestDelivery>> {
    const body = { endpoint_id: endpointId, event_type: eventType };
    return this.one({ method: 'POST', path: '/webhooks/test', body, options });
  }
}
