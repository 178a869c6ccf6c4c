import { isObject } from '../answer.ts';
import { utf8 } from './bytes.ts';
import { WebhookVerificationError } from './webhook-error.ts';

/**
 * Headers of a delivery: a `Headers` object, a plain object such as Node's `request.headers`, or name and value pairs.
 *
 * @example
 * const headers: WebhookHeaders = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
 */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns a header by its lower-case name; null when it is missing or empty. */
export type HeaderLookup = (name: string) => string | null;

export function readHeaders(headers: WebhookHeaders): HeaderLookup {
  if (!isObject(headers)) {
    throw new WebhookVerificationError(
      'MISSING_HEADER',
      'The headers are missing. Pass request.headers as the second argument.',
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
  // Not instanceof, which fails for bytes from another realm, as in some test runners.
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (isArrayBuffer(rawBody)) return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    'BODY_NOT_RAW',
    `Pass the raw body as a string or bytes; got ${isObject(rawBody) ? 'a parsed object' : typeof rawBody}. The signature covers the exact bytes, ` +
      "so JSON that was parsed and serialized again does not match. Express: use express.raw({ type: 'application/json' }) on this route, before express.json(). " +
      'Fastify: add a content type parser with parseAs "buffer". Next.js, Hono and other frameworks with a fetch Request: await request.text().',
  );
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
