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
  /** How far the delivery's time may be from now, in either direction. 300 unless told otherwise. */
  toleranceSeconds?: number | undefined;
  /** The time to compare with. Now, unless told otherwise. */
  now?: Date | undefined;
  /** Refuse a delivery without the `webhook-…` headers, whose time no signature covers. The service always sends them. */
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
  // Each scheme that is there must hold: with one alone, whoever changes a delivery could choose the weaker.
  if (hasStandard || options.requireSignedTimestamp) await checkStandard(delivery, options);
  if (hasContract || !hasStandard) await checkContract(delivery, options);
  return readEvent(delivery.body);
}

/** Over id, time and body. */
async function checkStandard(delivery: Delivery, options: VerifyOptions): Promise<void> {
  const { header, body, secrets } = delivery;
  const [id, timestamp] = [required(header, 'webhook-id'), required(header, 'webhook-timestamp')];
  const given = required(header, 'webhook-signature').split(' ');
  const expected = await Promise.all(secrets.map((secret) => standardSignature(secret, id, timestamp, body)));
  requireMatch(delivery, given, expected);
  requireRecent('webhook-timestamp', timestamp, options);
}

/** Over the body alone; nothing vouches for the time. */
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
    `The header ${name} is missing, so this is not a delivery of Causeway, or a proxy removed it. Pass all headers of the request; answer 400 otherwise.`,
  );
}

function requireMatch({ header, body }: Delivery, given: string[], expected: string[]): void {
  if (given.some((one) => expected.some((other) => equalInConstantTime(one, other)))) return;
  const length = header('content-length');
  const isCut = length !== null && Number(length) !== body.length;
  throw new WebhookVerificationError(
    'SIGNATURE_MISMATCH',
    isCut
      ? `The body has ${body.length} bytes and Content-Length says ${length}: it was cut or changed on the way. Read the whole body, untouched, before verifying.`
      : 'No signature matches. Either the secret is not the one of this endpoint (after a rotation, pass both in an array), or the body ' +
          'is not what was sent: pass the raw bytes, not JSON printed again. If both are right, it is forged: answer 400.',
  );
}

function requireRecent(name: string, timestamp: string, options: VerifyOptions): void {
  const toleranceSeconds = options.toleranceSeconds ?? defaultToleranceSeconds;
  const now = options.now ?? new Date();
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const apartSeconds = Math.round(now.getTime() / 1000 - seconds);
  if (Math.abs(apartSeconds) <= toleranceSeconds) return;
  const stamped = Number.isNaN(seconds)
    ? `"${timestamp}", which is no Unix time`
    : new Date(seconds * 1000).toISOString();
  throw new WebhookVerificationError(
    'TIMESTAMP_OUT_OF_TOLERANCE',
    `${name} is ${stamped} and the clock here says ${now.toISOString()}: ${Math.abs(apartSeconds)} seconds ${apartSeconds < 0 ? 'in the future' : 'old'}, ` +
      `where ${toleranceSeconds} are allowed. If this clock is wrong, set it (NTP). If it is right, the delivery is a replay: answer 400.`,
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
    throw invalidBody('has no id, type, created_at or data');
  }
  if (!isEventType(type)) {
    throw new WebhookVerificationError(
      'UNKNOWN_EVENT_TYPE',
      `The delivery is genuine, and this version of @causeway/sdk does not know "${type}". Answer 200 to ignore it, or update the package; the event is in error.event.`,
      event,
    );
  }
  // Signed by the service, whose word for the data of a known type is EventData.
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
    `The signature is right, and the body ${what}. Look at what signed it.`,
  );
}
