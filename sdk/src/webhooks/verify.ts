import { isObject } from '../answer.ts';
import { equalInConstantTime } from './bytes.ts';
import { type HeaderLookup, readBody, readHeaders, type WebhookHeaders } from './received.ts';
import { checkSecrets, contractSignature, standardSignature } from './signatures.ts';
import { WebhookVerificationError } from './webhook-error.ts';
import { isEventType, type WebhookEvent } from './webhook-event.ts';

/**
 * Options of `webhooks.verify`.
 *
 * @example
 * const strict: VerifyOptions = { requireSignedTimestamp: true };
 */
export interface VerifyOptions {
  /** Maximum difference between the delivery's timestamp and now, in either direction. Default 300. */
  toleranceSeconds?: number | undefined;
  /** Time to compare the timestamp with. Default: now. */
  now?: Date | undefined;
  /** Reject deliveries without the `webhook-…` headers: without them, the timestamp is not signed. The service always sends them. */
  requireSignedTimestamp?: boolean | undefined;
}

interface Delivery {
  header: HeaderLookup;
  body: Uint8Array;
  secrets: string[];
}

const defaultToleranceSeconds = 300;

/** See `Webhooks.verify`. */
export async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const delivery = { header: readHeaders(headers), body: readBody(rawBody), secrets: checkSecrets(secret) };
  const { header } = delivery;
  const hasStandard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].some(
    (name) => header(name) !== null,
  );
  const hasContract = header('x-service-signature') !== null;
  // Every scheme that is present must pass; otherwise an attacker could choose the weaker one.
  if (hasStandard || options.requireSignedTimestamp) await checkStandard(delivery, options);
  if (hasContract || !hasStandard) await checkContract(delivery, options);
  return readEvent(delivery.body);
}

/** Standard Webhooks: the signature covers id, timestamp and body. */
async function checkStandard(delivery: Delivery, options: VerifyOptions): Promise<void> {
  const { header, body, secrets } = delivery;
  const [id, timestamp] = [required(header, 'webhook-id'), required(header, 'webhook-timestamp')];
  const given = required(header, 'webhook-signature').split(' ');
  const expected = await Promise.all(secrets.map((secret) => standardSignature(secret, id, timestamp, body)));
  requireMatch(delivery, given, expected);
  requireRecent('webhook-timestamp', timestamp, options);
}

/** `X-Service-Signature` covers the body only, not the timestamp. */
async function checkContract(delivery: Delivery, options: VerifyOptions): Promise<void> {
  const { header, body, secrets } = delivery;
  const timestamp = required(header, 'x-service-timestamp');
  const given = [required(header, 'x-service-signature'), header('x-service-signature-previous') ?? ''];
  const expected = await Promise.all(secrets.map((secret) => contractSignature(secret, body)));
  requireMatch(delivery, given, expected);
  requireRecent('x-service-timestamp', timestamp, options);
}

function required(header: HeaderLookup, name: string): string {
  const value = header(name);
  if (value !== null) return value;
  throw new WebhookVerificationError(
    'MISSING_HEADER',
    `The header ${name} is missing. Pass all headers of the request and check that no proxy removes it. If the request did not come from Causeway, respond with 400.`,
  );
}

function requireMatch({ header, body }: Delivery, given: string[], expected: string[]): void {
  if (given.some((one) => expected.some((other) => equalInConstantTime(one, other)))) return;
  const length = header('content-length');
  const isCut = length !== null && Number(length) !== body.length;
  throw new WebhookVerificationError(
    'SIGNATURE_MISMATCH',
    isCut
      ? `The body has ${body.length} bytes, but Content-Length is ${length}. Read the whole body, unchanged, before you verify it.`
      : 'No signature matches. Check that the secret belongs to this endpoint (after a rotation, pass both secrets in an array) and that ' +
          'the body is raw, not parsed and serialized again. If both are right, the delivery is forged: respond with 400.',
  );
}

function requireRecent(name: string, timestamp: string, options: VerifyOptions): void {
  const toleranceSeconds = options.toleranceSeconds ?? defaultToleranceSeconds;
  const now = options.now ?? new Date();
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const apartSeconds = Math.round(now.getTime() / 1000 - seconds);
  if (Math.abs(apartSeconds) <= toleranceSeconds) return;
  const stamped = Number.isNaN(seconds)
    ? `"${timestamp}", which is not a Unix time`
    : new Date(seconds * 1000).toISOString();
  throw new WebhookVerificationError(
    'TIMESTAMP_OUT_OF_TOLERANCE',
    `${name} is ${stamped} and this machine's clock is ${now.toISOString()}: ${Math.abs(apartSeconds)} seconds ${apartSeconds < 0 ? 'in the future' : 'old'}, ` +
      `with a tolerance of ${toleranceSeconds}. If the clock is wrong, sync it (NTP). Otherwise the delivery may be a replay: respond with 400.`,
  );
}

function readEvent(body: Uint8Array): WebhookEvent {
  const event = parse(body);
  const { id, type, created_at: createdAt, data } = event;
  if (
    typeof id !== 'string' ||
    typeof type !== 'string' ||
    typeof createdAt !== 'string' ||
    !isObject(data)
  ) {
    throw invalidBody('lacks id, type, created_at or data');
  }
  if (!isEventType(type)) {
    throw new WebhookVerificationError(
      'UNKNOWN_EVENT_TYPE',
      `The signature is valid, but this version of @causeway/sdk does not know the event type "${type}". Respond with 200 to ignore it, or update the package. The event is in error.event.`,
      event,
    );
  }
  // The signature proves that it comes from the service, and EventData describes the data of known types.
  return event as WebhookEvent;
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (isObject(event)) return event;
  } catch {
    throw invalidBody('is not JSON');
  }
  throw invalidBody('is not an object');
}

function invalidBody(what: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'INVALID_BODY',
    `The signature is valid, but the body ${what}. Check what signed it.`,
  );
}
