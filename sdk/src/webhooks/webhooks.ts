import type { WebhookHeaders } from './received.ts';
import { type SignedDelivery, type SignOptions, sign } from './sign.ts';
import { type VerifyOptions, verify } from './verify.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * What `webhooks` offers.
 *
 * @example
 * const { verify }: Webhooks = webhooks;
 */
export interface Webhooks {
  /**
   * Checks that a delivery is genuine and recent, and gives its event. Rejects with a `WebhookVerificationError`.
   *
   * When the delivery carries the headers of Standard Webhooks, as those of Causeway do, that signature must hold: it
   * covers the time too. `X-Service-Signature` covers the body alone. Where only that one is given it is accepted, and
   * the time is believed unsigned: whoever captured such a delivery could send it again later. Remember the ids of events
   * that you have handled, or pass `requireSignedTimestamp`.
   *
   * @example
   * const event = await webhooks.verify(await request.text(), request.headers, secret);
   *
   * @example
   * // While a secret is being rotated, either is accepted.
   * const event = await webhooks.verify(rawBody, headers, [newSecret, oldSecret]);
   */
  verify(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<WebhookEvent>;

  /**
   * Body and headers as the service would send them, for tests of your receiver. Two secrets sign as during a rotation:
   * the new one first.
   *
   * @example
   * const { body, headers } = await webhooks.sign(event, 'whsec_dGVzdA==');
   * const response = await app.request('/hooks/causeway', { method: 'POST', body, headers });
   */
  sign(
    event: WebhookEvent | string,
    secret: string | readonly string[],
    options?: SignOptions,
  ): Promise<SignedDelivery>;
}

/**
 * Verifies deliveries, and signs them for your tests. Needs no client and no API key.
 *
 * @example
 * import { webhooks } from '@causeway/sdk';
 *
 * export async function POST(request: Request) {
 *   const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? '');
 *   if (event.type === 'payment.completed') await ship(event.data.reference_id);
 *   return new Response('ok');
 * }
 */
export const webhooks: Webhooks = { verify, sign };
