import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Received } from './receiver.ts';

/** Checks a request as a merchant would, in both ways. Plain comparisons: it is called for each delivery. */
export function verifier(secret: string): (received: Received) => boolean {
  const webhook = new Webhook(secret);
  return ({ headers, body }) => {
    try {
      const event = webhook.verify(body, headers as Record<string, string>) as { id: string };
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return event.id === headers['webhook-id'] && signature === headers['x-service-signature'];
    } catch {
      return false;
    }
  };
}
