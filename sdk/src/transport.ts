import { type Answer, isObject, readAnswer, readFile } from './answer.ts';
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

/** One API request. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. Use `path` for paths with ids. */
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  options?: WriteOptions | undefined;
}

export interface Transport {
  send(call: Call): Promise<Answer>;
  /** Resolves when the file begins. Reading it has no timeout; the caller's signal still ends it. */
  open(call: Call): Promise<ReadableStream<Uint8Array>>;
}

type Attempt<T> = (url: string, init: RequestInit, timeoutMs: number) => Promise<T>;

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
    throw new CausewayUsageError('There is no global fetch. Pass an implementation as the fetch option.');

  /** Resolves to what `read` makes of the response, within the timeout. */
  async function attempt<T>(
    url: string,
    init: RequestInit,
    timeoutMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    return withTimeout(timeoutMs, init.signal ?? undefined, async (signal) =>
      // Not called as a method: some runtimes throw "Illegal invocation".
      read(await send(url, { ...init, signal })),
    ).catch((cause: unknown) => {
      if (init.signal?.aborted) throw init.signal.reason;
      throw cause instanceof CausewayError ? cause : connectionError(cause, baseUrl);
    });
  }

  async function withRetries<T>(call: Call, once: Attempt<T>): Promise<T> {
    const { signal, timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = call.options ?? {};
    checkTimeoutMs(timeoutMs);
    checkMaxRetries(maxRetries);
    const url = baseUrl + call.path + queryString(call.query);
    // Built once, so that every attempt has the same idempotency key.
    const init = requestInit(call, apiKey);
    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted();
      try {
        return await once(url, init, timeoutMs);
      } catch (error) {
        if (error instanceof CausewayError) error.attempts = attempts;
        const delayMs = attempts > maxRetries ? null : retryDelayMs(error, attempts, Math.random);
        if (delayMs === null) throw error;
        await sleep(delayMs, signal);
      }
    }
  }

  return {
    send: (call) =>
      withRetries(call, async (url, init, timeoutMs) => {
        const read = async (response: Response) => ({ response, text: await response.text() });
        const { response, text } = await attempt(url, init, timeoutMs, read);
        return readAnswer(response, text, baseUrl);
      }),
    open: (call) =>
      withRetries(call, (url, init, timeoutMs) =>
        attempt(url, init, timeoutMs, (response) => readFile(response, baseUrl)),
      ),
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
    // A redirected POST would become a GET, and the key must not be sent to another URL.
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

/** Runs with a signal that aborts with the caller's signal, also later, or if this takes longer than the timeout. */
async function withTimeout<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
  const timer = setTimeout(
    () =>
      controller.abort(
        new CausewayConnectionError(
          'TIMEOUT',
          `No complete response within ${timeoutMs} ms. Increase timeoutMs, or check the load of the service.`,
        ),
      ),
    timeoutMs,
  );
  try {
    return await run(signal);
  } catch (error) {
    // Some runtimes wrap or lose the abort reason.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** To a script, a response blocked by CORS looks like no response. */
function browserHint(): string {
  if (!isBrowser()) return '';
  return ' Browsers block cross-origin calls other than those of buttons with a publishable key; make all other calls from your server.';
}

function connectionError(cause: unknown, baseUrl: string): CausewayConnectionError {
  const reasons = [cause, isObject(cause) ? cause['cause'] : undefined].filter(isObject);
  const why = reasons.map((reason) => reason['message'] || reason['code']).filter(Boolean);
  return new CausewayConnectionError(
    'CONNECTION_FAILED',
    `No response from ${baseUrl} (${why.join(': ')}). Check that the service is running and that baseUrl points to it.${browserHint()}`,
    { cause },
  );
}
