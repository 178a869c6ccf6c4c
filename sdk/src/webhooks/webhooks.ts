import type { WebhookHeaders } from './received.ts';
import { type SignedDelivery, type SignOptions, sign } from './sign.ts';
import { type VerifyOptions, verify } from './verify.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * Type of `webhooks`.
 *
 * @example
 * const { verify }: Webhooks = webhooks;
 */
export interface Webhooks {
  /**
   * Verifies the signature and the age of a delivery and returns its event. Rejects with a `WebhookVerificationError`.
   *
   * Causeway sends two signatures. The Standard Webhooks signature covers the timestamp and the body;
   * `X-Service-Signature` covers the body only. Each one that is present must match. A delivery that has only
   * `X-Service-Signature` is accepted with an unsigned timestamp, so a captured one could be replayed later: store the
   * ids of events that you have handled, or pass `requireSignedTimestamp`.
   *
   * @example
   * const event = await webhooks.verify(await request.text(), request.headers, secret);
   *
   * @example
   * // Accept both secrets during a rotation.
   * const event = await webhooks.verify(rawBody, headers, [newSecret, oldSecret]);
   */
  verify(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<WebhookEvent>;

  /**
   * Signs an event as the service does, for tests of your webhook handler. Pass two secrets, the new one first, to sign
   * as during a rotation.
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
 * Verifies webhook deliveries, and signs them for tests. Needs no client and no API key.
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
