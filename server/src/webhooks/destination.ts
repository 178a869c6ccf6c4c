import type { Context } from '../context.ts';
import type { Environment } from '../environment.ts';
import type { DestinationRow } from './endpoint-store.ts';
import type { SendResult } from './sender.ts';
import { deliveryHeaders, type SigningKey, signingKey } from './signing.ts';

/** An endpoint as deliveries to it need it: made ready once for all that are taken together. */
export interface Destination {
  environment: Environment;
  url: string;
  /** Null when its secret cannot be read. */
  keys: readonly [SigningKey, ...SigningKey[]] | null;
}

export function destinationOf(ctx: Context, row: DestinationRow, at: Date): Destination {
  const { environment, url } = row;
  try {
    return { environment, url, keys: signingKeys(ctx, row, at) };
  } catch (error) {
    ctx.log.error({ err: error, endpoint_id: row.endpoint_id }, 'deliveries cannot be signed');
    return { environment, url, keys: null };
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
    // Its master key is gone: rotating once more is how one recovers from that, so the new secret must do.
    ctx.log.warn({ err: error, endpoint_id: owner }, 'previous signing secret cannot be read');
    return [current];
  }
}

interface Sendable {
  event_id: string;
  event_type: string;
  body: string;
}

const unreadable: SendResult = {
  httpStatus: null,
  responseBody: null,
  latencyMs: 0,
  error: 'the signing secret could not be read',
};

/** One attempt, signed. */
export function send(
  ctx: Context,
  { environment, url, keys }: Destination,
  delivery: Sendable,
  attemptId: string,
  at: Date,
): Promise<SendResult> {
  if (!keys) return Promise.resolve(unreadable);
  const { event_id: eventId, event_type: eventType } = delivery;
  const body = Buffer.from(delivery.body);
  const headers = deliveryHeaders({ attemptId, eventId, eventType, body, keys, at });
  return ctx.sender.send({ environment, url, headers, body });
}
