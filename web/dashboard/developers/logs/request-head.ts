import type { Attempt, Delivery } from '../../shared/api/types.ts';

const msPerSecond = 1000;

/** The request headers of an attempt. Signatures are not stored, so they cannot be shown. */
export function requestHead(
  { attempt_id, attempted_at }: Pick<Attempt, 'attempt_id' | 'attempted_at'>,
  { event_id, event_type }: Pick<Delivery, 'event_id' | 'event_type'>,
): string {
  const timestamp = Math.floor(Date.parse(attempted_at) / msPerSecond);
  return [
    'POST',
    'Content-Type: application/json',
    'User-Agent: Causeway-Webhooks/1.0',
    `X-Service-Event: ${event_type}`,
    `X-Service-Delivery-Id: ${attempt_id}`,
    `X-Service-Timestamp: ${timestamp}`,
    'X-Service-Signature: (not stored)',
    `webhook-id: ${event_id}`,
    `webhook-timestamp: ${timestamp}`,
    'webhook-signature: (not stored)',
  ].join('\n');
}
