import { CausewayUsageError } from './errors.ts';

/**
 * Options of `new Causeway`.
 *
 * @example
 * const options: CausewayOptions = {
 *   apiKey: process.env.CAUSEWAY_API_KEY ?? '',
 *   baseUrl: 'https://pay.example.com/api/v1',
 *   timeoutMs: 10_000,
 * };
 */
export interface CausewayOptions {
  /** Secret key, `svc_test_…` or `svc_live_…`. The prefix selects the environment. */
  apiKey: string;
  /** URL of your service, including `/api/v1`. */
  baseUrl: string;
  /** Timeout of each attempt, including the response body. Default 30,000, maximum 600,000. */
  timeoutMs?: number | undefined;
  /** Number of retries after connection errors, 429, 5xx, and 409 with `Retry-After`. Default 2, maximum 10. */
  maxRetries?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Allows a secret key in a browser, where every visitor can read it. Only for demos on your own machine. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * Options for a single read request.
 *
 * @example
 * await causeway.payments.get(paymentId, { signal: AbortSignal.timeout(2000), maxRetries: 0 });
 */
export interface RequestOptions {
  /** Aborts the call, including waits between retries. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Overrides the client's `maxRetries`. */
  maxRetries?: number | undefined;
}

/**
 * Options for a single write request.
 *
 * @example
 * await causeway.payments.create(params, { idempotencyKey: `order-${order.id}` });
 */
export interface WriteOptions extends RequestOptions {
  /** Calls with the same key return the first result for 24 hours. Default: a random key per call. */
  idempotencyKey?: string | undefined;
}

const longestTimeoutMs = 600_000;
const mostRetries = 10;
const printable = /^[\x20-\x7e]+$/;

export function checkApiKey(apiKey: unknown, allowBrowser: boolean): string {
  if (typeof apiKey !== 'string' || apiKey === '') {
    throw new CausewayUsageError(
      'apiKey is missing. Pass your secret key (svc_test_… or svc_live_…) and check that its environment variable is set.',
    );
  }
  if (!/^svc_\w+$/.test(apiKey)) {
    throw new CausewayUsageError(
      'apiKey is not a valid API key. Keys start with svc_ and contain no spaces or quotes. Check for a stray character, or for a webhook secret (whsec_…) passed by mistake.',
    );
  }
  if (isBrowser() && !apiKey.startsWith('svc_pub_') && !allowBrowser) {
    throw new CausewayUsageError(
      'A secret key was used in a browser, where every visitor can read it. Call Causeway from your server and send only the ' +
        'checkout_url to the page. If the key was ever published, revoke it. For a local demo, pass dangerouslyAllowBrowser: true.',
    );
  }
  return apiKey;
}

export function isBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

/** Returns the URL without trailing slashes. */
export function checkBaseUrl(baseUrl: unknown): string {
  const example = 'Pass the URL of your service including /api/v1, such as https://pay.example.com/api/v1.';
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
      `baseUrl must be an http or https URL without credentials, query or fragment. ${example}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

export function checkTimeoutMs(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= longestTimeoutMs) return timeoutMs;
  throw new CausewayUsageError(
    `timeoutMs must be greater than 0 and at most ${longestTimeoutMs}; got ${timeoutMs}.`,
  );
}

export function checkMaxRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= mostRetries) return maxRetries;
  throw new CausewayUsageError(`maxRetries must be an integer from 0 to ${mostRetries}; got ${maxRetries}.`);
}

export function checkIdempotencyKey(key: string): string {
  if (key.length <= 255 && printable.test(key)) return key;
  throw new CausewayUsageError(
    'idempotencyKey must be 1 to 255 printable ASCII characters. Omit it to use a random key.',
  );
}
