import { isObject } from '../answer.ts';
import { utf8 } from './bytes.ts';
import { WebhookVerificationError } from './webhook-error.ts';

/**
 * The headers of a delivery, as any framework has them: a `Headers`, a plain object such as Node's, or pairs.
 *
 * @example
 * const headers: WebhookHeaders = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
 */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Looks a header up by its lower-case name; null when it is absent or empty. */
export type HeaderLookup = (name: string) => string | null;

export function readHeaders(headers: WebhookHeaders): HeaderLookup {
  if (!isObject(headers)) {
    throw new WebhookVerificationError(
      'MISSING_HEADER',
      'The headers of the delivery are missing. Pass request.headers as the second argument.',
    );
  }
  const pairs = isIterable(headers) ? headers : Object.entries(headers);
  const byName = new Map<string, string>();
  for (const [name, value] of pairs) if (value !== undefined) byName.set(name.toLowerCase(), String(value));
  return (name) => byName.get(name) || null;
}

function isIterable(
  headers: WebhookHeaders,
): headers is Iterable<readonly [string, string]> & WebhookHeaders {
  return Symbol.iterator in headers;
}

export function readBody(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody);
  // By what they are and not by instanceof: test runners give bytes of another realm.
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (isArrayBuffer(rawBody)) return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    'BODY_NOT_RAW',
    `The raw body is needed, as text or bytes; got ${isObject(rawBody) ? 'a parsed object' : typeof rawBody}. The signature is over the bytes as they ` +
      "came, and JSON printed again differs. Express: express.raw({ type: 'application/json' }) on this route, before express.json(). " +
      'Fastify: a content type parser with parseAs "buffer". Request of fetch (Next.js, Hono, workers): await request.text().',
  );
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
