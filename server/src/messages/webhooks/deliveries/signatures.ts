import { createHmac } from 'node:crypto';
import type { Random } from '../../../lib/random.ts';

const prefix = 'whsec_';

export function generateSigningSecret(random: Random): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64');
}

/** The HMAC keys of a secret, one for each kind of signature. */
export interface SigningKey {
  /** For `X-Service-Signature`: the whole secret as text. */
  text: Buffer;
  /** For Standard Webhooks: the decoded bytes after the prefix. */
  bytes: Buffer;
}

export function signingKey(secret: string): SigningKey {
  const bytes = Buffer.from(secret.slice(prefix.length), 'base64');
  return { text: Buffer.from(secret), bytes };
}

export interface Signed {
  attemptId: string;
  eventId: string;
  eventType: string;
  body: Buffer;
  /** The current secret first, then the previous one during a rotation. */
  keys: readonly [SigningKey, ...SigningKey[]];
  at: Date;
}

/** The headers of one attempt: ours, and those of Standard Webhooks, so that existing verifiers work. */
export function deliveryHeaders(delivery: Signed): Record<string, string> {
  const { attemptId, eventId, eventType, body, keys, at } = delivery;
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const [key, previous] = keys;
  return {
    'content-type': 'application/json',
    'user-agent': 'Causeway-Webhooks/1.0',
    'x-service-signature': signature(key, body),
    ...(previous && { 'x-service-signature-previous': signature(previous, body) }),
    'x-service-event': eventType,
    'x-service-delivery-id': attemptId,
    'x-service-timestamp': timestamp,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((each) => standardSignature(each, eventId, timestamp, body)).join(' '),
  };
}

function signature(key: SigningKey, body: Buffer): string {
  return createHmac('sha256', key.text).update(body).digest('hex');
}

function standardSignature(key: SigningKey, eventId: string, timestamp: string, body: Buffer): string {
  const hmac = createHmac('sha256', key.bytes).update(`${eventId}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
