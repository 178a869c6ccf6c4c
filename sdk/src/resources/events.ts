import type { WithResponse } from '../answer.ts';
import type { RequestOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { EventListParams } from '../types.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';
import { Resource } from './resource.ts';

/**
 * Events, whether or not an endpoint received them: `causeway.events`.
 *
 * @example
 * const events: Events = causeway.events;
 */
export class Events extends Resource {
  /**
   * Retrieves an event. It has the same form as the result of `webhooks.verify`.
   *
   * @example
   * const event = await causeway.events.get(eventId);
   * if (event.type === 'payment.completed') console.log(event.data.tx_hash);
   */
  get(eventId: string, options?: RequestOptions): Promise<WithResponse<WebhookEvent>> {
    return this.one({ method: 'GET', path: path`/events/${eventId}`, options });
  }

  /**
   * Lists events, newest first. With `ending_before`, iterates from that event to newer ones.
   *
   * @example
   * for await (const event of causeway.events.list({ ending_before: lastSeenId })) await handle(event);
   */
  list(params?: EventListParams, options?: RequestOptions): List<WebhookEvent> {
    return this.many('/events', params, options, (item: WebhookEvent) => item.id);
  }
}
