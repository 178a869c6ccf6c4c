import { CausewayUsageError } from './errors.ts';

/**
 * What `new Causeway` takes.
 *
 * @example
 * const options: CausewayOptions = {
 *   apiKey: process.env.CAUSEWAY_API_KEY ?? '',
 *   baseUrl: 'https://pay.example.com/api/v1',
 *   timeoutMs: 10_000,
 * };
 */
export interface CausewayOptions {
  /** A secret key, `svc_test_…` or `svc_live_…`. Its prefix chooses the environment. */
  apiKey: string;
  /** Where your service is, `/api/v1` included. */
  baseUrl: string;
  /** Longest time for one attempt, body included. 30,000 unless told otherwise. */
  timeoutMs?: number | undefined;
  /** How often a request that failed in passing is made again. 2 unless told otherwise; at most 10. */
  maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Lets a secret key into a page where everybody can read it. For demonstrations on your own machine alone. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * Options of a single call that reads.
 *
 * @example
 * await causeway.payments.get(paymentId, { signal: AbortSignal.timeout(2000), maxRetries: 0 });
 */
export interface RequestOptions {
  /** Ends the call, waits between retries included. It then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/**
 * Options of a single call that creates or acts.
 *
 * @example
 * await causeway.payments.create(params, { idempotencyKey: `order-${order.id}` });
 */
export interface WriteOptions extends RequestOptions {
  /** One that you keep makes the call safe to repeat for 24 hours, by another process too. Random when absent. */
  idempotencyKey?: string | undefined;
}

const longestTimeoutMs = 600_000;
const mostRetries = 10;
const printable = /^[\x20-\x7e]+$/;

export function checkApiKey(apiKey: unknown, allowBrowser: boolean): string {
  if (typeof apiKey !== 'string' || apiKey === '') {
    throw new CausewayUsageError(
      'apiKey is missing. Pass your secret key, svc_test_… or svc_live_…; is its environment variable set?',
    );
  }
  if (!/^svc_\w+$/.test(apiKey)) {
    throw new CausewayUsageError(
      'apiKey is not an API key: those begin with svc_ and hold no spaces or quotes. Check for a stray character, or a webhook secret (whsec_…) in its place.',
    );
  }
  if (isBrowser() && !apiKey.startsWith('svc_pub_') && !allowBrowser) {
    throw new CausewayUsageError(
      'A secret key was used in a browser, where every visitor can read it and spend it. Call Causeway from your server and ' +
        'send the page only the checkout_url. If this page is for you alone, pass dangerouslyAllowBrowser: true. Revoke the key if it was ever published.',
    );
  }
  return apiKey;
}

export function isBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

/** The address without a slash at its end. */
export function checkBaseUrl(baseUrl: unknown): string {
  const example = 'Pass the address of your service with /api/v1, such as https://pay.example.com/api/v1.';
  if (typeof baseUrl !== 'string' || baseUrl === '')
    throw new CausewayUsageError(`baseUrl is missing. ${example}`);
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new CausewayUsageError(`baseUrl "${baseUrl}" is not a URL. ${example}`);
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new CausewayUsageError(
      `baseUrl must be http or https, with no user, query or fragment. ${example}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

export function checkTimeoutMs(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= longestTimeoutMs) return timeoutMs;
  throw new CausewayUsageError(
    `timeoutMs must be above 0 and at most ${longestTimeoutMs}; it is ${timeoutMs}.`,
  );
}

export function checkMaxRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= mostRetries) return maxRetries;
  throw new CausewayUsageError(
    `maxRetries must be a whole number from 0 to ${mostRetries}; it is ${maxRetries}.`,
  );
}

export function checkIdempotencyKey(key: string): string {
  if (key.length <= 255 && printable.test(key)) return key;
  throw new CausewayUsageError(
    'idempotencyKey must have 1 to 255 printable ASCII characters. Leave it out for a random one.',
  );
}
