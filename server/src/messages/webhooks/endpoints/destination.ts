import type { Context } from '../../../app/context.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { Health } from '../deliveries/lanes.ts';
import type { SendResult } from '../deliveries/sender.ts';
import { deliveryHeaders, type SigningKey, signingKey } from '../deliveries/signatures.ts';
import type { DestinationRow } from './endpoint-store.ts';

/** What is needed to send to an endpoint, prepared once per batch of claimed deliveries. */
export interface Destination {
  merchantId: string;
  environment: Environment;
  url: string;
  /** A new endpoint counts as slow. */
  health: Health;
  failingSince: Date | null;
  /** Null when its secret cannot be decrypted. */
  keys: readonly [SigningKey, ...SigningKey[]] | null;
}

export function destinationOf(ctx: Context, row: DestinationRow, at: Date): Destination {
  const { merchant_id: merchantId, environment, url, failing_since: failingSince } = row;
  const health = failingSince ? 'failing' : row.is_prompt ? 'prompt' : 'slow';
  const known = { merchantId, environment, url, health, failingSince } as const;
  try {
    return { ...known, keys: signingKeys(ctx, row, at) };
  } catch (error) {
    ctx.log.error(
      { err: error, endpoint_id: row.endpoint_id },
      'cannot sign deliveries: the signing secret could not be decrypted',
    );
    return { ...known, keys: null };
  }
}

function signingKeys(ctx: Context, row: DestinationRow, at: Date): [SigningKey, ...SigningKey[]] {
  const { previous_secret: previous, previous_secret_key_id: keyId, previous_secret_until: until } = row;
  const owner = row.endpoint_id;
  const current = signingKey(ctx.secrets.open({ sealed: row.secret, keyId: row.secret_key_id }, owner));
  if (!previous || !keyId || !until || until <= at) return [current];
  try {
    return [current, signingKey(ctx.secrets.open({ sealed: previous, keyId }, owner))];
  } catch (error) {
    // Its master key is gone. Rotating the secret is how to recover from that, so sign with the new secret alone.
    ctx.log.warn({ err: error, endpoint_id: owner }, 'the previous signing secret could not be decrypted');
    return [current];
  }
}

interface Sendable {
  event_id: string;
  event_type: string;
  body: string;
}

const secretUnreadable: SendResult = {
  httpStatus: null,
  responseBody: null,
  latencyMs: 0,
  error: 'the signing secret could not be read',
};

/** Signs the event and makes one attempt. */
export function send(
  ctx: Context,
  { merchantId, environment, url, keys }: Destination,
  delivery: Sendable,
  attemptId: string,
  at: Date,
): Promise<SendResult> {
  if (!keys) return Promise.resolve(secretUnreadable);
  const { event_id: eventId, event_type: eventType } = delivery;
  const body = Buffer.from(delivery.body);
  const headers = deliveryHeaders({ attemptId, eventId, eventType, body, keys, at });
  return ctx.sender.send({ merchantId, environment, url, headers, body });
}
