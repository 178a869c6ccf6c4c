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
 * URLs that receive events: `causeway.webhookEndpoints`.
 *
 * @example
 * const endpoints: WebhookEndpoints = causeway.webhookEndpoints;
 */
export class WebhookEndpoints extends Resource {
  /**
   * Creates an endpoint. Store its `secret` for `webhooks.verify`: it cannot be read again.
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
   * Lists endpoints, newest first.
   *
   * @example
   * for await (const endpoint of causeway.webhookEndpoints.list()) console.log(endpoint.url, endpoint.status);
   */
  list(params?: ListParams, options?: RequestOptions): List<WebhookEndpoint> {
    return this.many('/webhooks/endpoints', params, options, (item: WebhookEndpoint) => item.endpoint_id);
  }

  /**
   * Updates an endpoint. Fields that you leave out do not change.
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
   * Deletes an endpoint. It receives no more events.
   *
   * @example
   * await causeway.webhookEndpoints.delete(endpointId);
   */
  async delete(endpointId: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    try {
      return await this.one({ method: 'DELETE', path: path`/webhooks/endpoints/${endpointId}`, options });
    } catch (error) {
      // An earlier attempt deleted it, and its response was lost.
      const isGone = error instanceof CausewayApiError && error.code === 'WEBHOOK_ENDPOINT_NOT_FOUND';
      if (isGone && error.attempts > 1) return { endpoint_id: endpointId, deleted: true };
      throw error;
    }
  }

  /**
   * Creates a new `secret`, which cannot be read again. Deliveries are signed with both secrets for 24 hours.
   *
   * @example
   * const { secret } = await causeway.webhookEndpoints.rotateSecret(endpointId);
   */
  rotateSecret(endpointId: string, options?: WriteOptions): Promise<WithResponse<WebhookEndpointWithSecret>> {
    return this.one({ method: 'POST', path: path`/webhooks/endpoints/${endpointId}/rotate_secret`, options });
  }

  /**
   * Sends a test event with sample data and returns the endpoint's response. It is not retried.
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
