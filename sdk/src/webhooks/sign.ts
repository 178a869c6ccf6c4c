import { utf8 } from './bytes.ts';
import { checkSecrets, contractSignature, standardSignature } from './signatures.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * Options of `webhooks.sign`.
 *
 * @example
 * const old: SignOptions = { at: new Date(Date.now() - 301_000) };
 */
export interface SignOptions {
  /** Time of the delivery. Default: now. */
  at?: Date | undefined;
}

/**
 * A signed delivery, as the service would send it.
 *
 * @example
 * const delivery: SignedDelivery = await webhooks.sign(event, secret);
 * await fetch('http://localhost:3000/hooks/causeway', { method: 'POST', ...delivery });
 */
export interface SignedDelivery {
  body: string;
  headers: Record<string, string>;
}

/** See `Webhooks.sign`. */
export async function sign(
  event: WebhookEvent | string,
  secret: string | readonly string[],
  options: SignOptions = {},
): Promise<SignedDelivery> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { id, type } = idAndType(body);
  const secrets = checkSecrets(secret);
  const timestamp = Math.floor((options.at ?? new Date()).getTime() / 1000).toString();
  const bytes = utf8(body);
  const [signature = '', previous] = await Promise.all(secrets.map((one) => contractSignature(one, bytes)));
  const standard = await Promise.all(secrets.map((one) => standardSignature(one, id, timestamp, bytes)));
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': signature,
    ...(previous === undefined ? {} : { 'x-service-signature-previous': previous }),
    'x-service-event': type,
    'x-service-delivery-id': `att_${crypto.randomUUID()}`,
    'x-service-timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
  return { body, headers };
}

/** Bodies that are not events can be signed too, for tests of invalid input. */
function idAndType(body: string): { id: string; type: string } {
  try {
    const { id, type } = JSON.parse(body);
    return { id: String(id), type: String(type) };
  } catch {
    return { id: 'evt_test', type: 'test' };
  }
}
