import { type Answer, isObject, readAnswer } from './answer.ts';
import { CausewayConnectionError, CausewayError, CausewayUsageError } from './errors.ts';
import {
  type CausewayOptions,
  checkApiKey,
  checkBaseUrl,
  checkIdempotencyKey,
  checkMaxRetries,
  checkTimeoutMs,
  isBrowser,
  type WriteOptions,
} from './options.ts';
import { retryDelayMs, sleep } from './retry.ts';

/** One call of the API. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, made by `path` where it holds ids. */
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  options?: WriteOptions | undefined;
}

export interface Transport {
  send(call: Call): Promise<Answer>;
}

const defaultTimeoutMs = 30_000;
const defaultMaxRetries = 2;

export function createTransport(options: CausewayOptions): Transport {
  const apiKey = checkApiKey(options.apiKey, options.dangerouslyAllowBrowser === true);
  const baseUrl = checkBaseUrl(options.baseUrl);
  const defaults = {
    timeoutMs: checkTimeoutMs(options.timeoutMs ?? defaultTimeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? defaultMaxRetries),
  };
  const send = options.fetch ?? globalThis.fetch;
  if (typeof send !== 'function')
    throw new CausewayUsageError('There is no global fetch here. Pass one as the option fetch.');

  async function attempt(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
    // Called bare: some runtimes refuse a fetch that is called as a method.
    const { response, text } = await withTimeout(timeoutMs, init.signal ?? undefined, async (signal) => {
      const response = await send(url, { ...init, signal });
      return { response, text: await response.text() };
    }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw init.signal.reason;
      throw cause instanceof CausewayError ? cause : connectionError(cause, baseUrl);
    });
    return readAnswer(response, text, baseUrl);
  }

  return {
    async send(call) {
      const { signal, timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = call.options ?? {};
      checkTimeoutMs(timeoutMs);
      checkMaxRetries(maxRetries);
      const url = baseUrl + call.path + queryString(call.query);
      // Made once: every attempt of a call carries the same idempotency key.
      const init = requestInit(call, apiKey);
      for (let attempts = 1; ; attempts++) {
        signal?.throwIfAborted();
        try {
          return await attempt(url, init, timeoutMs);
        } catch (error) {
          if (error instanceof CausewayError) error.attempts = attempts;
          const delayMs = attempts > maxRetries ? null : retryDelayMs(error, attempts, Math.random);
          if (delayMs === null) throw error;
          await sleep(delayMs, signal);
        }
      }
    },
  };
}

function requestInit({ method, body, options }: Call, apiKey: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
  if (body) headers['content-type'] = 'application/json';
  if (method === 'POST') {
    headers['idempotency-key'] = checkIdempotencyKey(options?.idempotencyKey ?? crypto.randomUUID());
  }
  return {
    method,
    headers,
    // A redirected POST would arrive as a GET, and a key has no business at another address.
    redirect: 'manual',
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(options?.signal ? { signal: options.signal } : {}),
  };
}

function queryString(query: object = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) params.set(name, String(value));
  const text = params.toString();
  return text && `?${text}`;
}

/** Runs under a signal that follows the caller's and ends when time is up. */
async function withTimeout<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(
    () =>
      controller.abort(
        new CausewayConnectionError(
          'TIMEOUT',
          `No whole answer within ${timeoutMs} ms. Raise timeoutMs, or see what keeps the service busy.`,
        ),
      ),
    timeoutMs,
  );
  outer?.addEventListener('abort', follow, { once: true });
  try {
    return await run(controller.signal);
  } catch (error) {
    // Some runtimes wrap the reason and some lose it.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}

/** A browser says no more of an answer that it keeps from a page than of none. */
function browserHint(): string {
  if (!isBrowser()) return '';
  return ' In a page of another site a browser lets only the calls of buttons through, with a publishable key: make all others from your server.';
}

function connectionError(cause: unknown, baseUrl: string): CausewayConnectionError {
  const reasons = [cause, isObject(cause) ? cause['cause'] : undefined].filter(isObject);
  const why = reasons.map((reason) => reason['message'] || reason['code']).filter(Boolean);
  return new CausewayConnectionError(
    'CONNECTION_FAILED',
    `No answer from ${baseUrl} (${why.join(': ')}). Check that the service runs and that baseUrl leads to it.${browserHint()}`,
    { cause },
  );
}
