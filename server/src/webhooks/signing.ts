import { createHmac } from 'node:crypto';
import type { Random } from '../random.ts';

const prefix = 'whsec_';

export function generateSigningSecret(random: Random): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64');
}

export interface Signed {
  attemptId: string;
  eventId: string;
  eventType: string;
  body: string;
  /** The current secret first; the one before it while it is being rotated. */
  secrets: [string, ...string[]];
  at: Date;
}

/** The headers of one attempt: the contract's, and those of Standard Webhooks, so that existing verifiers work. */
export function deliveryHeaders(delivery: Signed): Record<string, string> {
  const { attemptId, eventId, eventType, body, secrets, at } = delivery;
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const [signature = '', previous] = secrets.map((secret) =>
    createHmac('sha256', secret).update(body).digest('hex'),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Causeway-Webhooks/1.0',
    'x-service-signature': signature,
    ...(previous === undefined ? {} : { 'x-service-signature-previous': previous }),
    'x-service-event': eventType,
    'x-service-delivery-id': attemptId,
    'x-service-timestamp': timestamp,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => standardSignature(secret, eventId, timestamp, body))
      .join(' '),
  };
}

function standardSignature(secret: string, eventId: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
}
