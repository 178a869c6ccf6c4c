import type { Dispatcher } from 'undici';
import { RpcError } from './rpc-error.ts';

export interface Target {
  /** The only part of the URL that may be logged. */
  host: string;
  origin: string;
  path: string;
  /** From the user and password of the URL. */
  authorization: string | null;
}

export interface PostLimits {
  deadlineMs: number;
  maxBytes: number;
}

export function targetOf(url: string): Target {
  const { host, origin, pathname, search, username, password } = new URL(url);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host,
    origin,
    path: pathname + search,
    authorization: username ? `Basic ${Buffer.from(login).toString('base64')}` : null,
  };
}

/** Sends one POST and returns the body of a 200. Throws an RpcError for everything else, within the deadline. */
export function post(
  dispatcher: Dispatcher,
  target: Target,
  body: string,
  limits: PostLimits,
  signal: AbortSignal | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { host } = target;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let status = 0;
    let retryAfterMs: number | null = null;
    let controller: Dispatcher.DispatchController | undefined;
    let ended = false;

    function finish(error: RpcError | null): void {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks).toString('utf8'));
    }
    function giveUp(error: RpcError): void {
      finish(error);
      controller?.abort(error);
    }
    const onAbort = () => giveUp(new RpcError('aborted', host, 'given up'));
    const timer = setTimeout(
      () => giveUp(new RpcError('timeout', host, `no answer within ${limits.deadlineMs} ms`)),
      limits.deadlineMs,
    );
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);

    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json',
    };
    if (target.authorization) headers['authorization'] = target.authorization;
    try {
      dispatcher.dispatch(
        { origin: target.origin, path: target.path, method: 'POST', headers, body },
        {
          onRequestStart(started) {
            controller = started;
            if (ended) started.abort(new Error('given up'));
          },
          onResponseStart(_controller, code, received) {
            status = code;
            retryAfterMs = readRetryAfter(received['retry-after']);
          },
          onResponseData(_controller, chunk) {
            bytes += chunk.length;
            if (bytes > limits.maxBytes)
              giveUp(new RpcError('range-refused', host, `answered more than ${limits.maxBytes} bytes`));
            else chunks.push(chunk);
          },
          onResponseEnd: () => finish(statusProblem(host, status, retryAfterMs, chunks)),
          onResponseError: (_controller, error) => finish(new RpcError('unreachable', host, reasonOf(error))),
        },
      );
    } catch (error) {
      finish(new RpcError('unreachable', host, reasonOf(error)));
    }
  });
}

/** Nodes answer JSON-RPC errors with several statuses, so a JSON body counts whatever the status, except for 429. */
function statusProblem(
  host: string,
  status: number,
  retryAfterMs: number | null,
  chunks: Buffer[],
): RpcError | null {
  if (status === 200) return null;
  if (status === 429) return new RpcError('rate-limited', host, 'answered 429', { retryAfterMs });
  if (status === 413) return new RpcError('batch-refused', host, 'answered 413');
  const isJson = chunks[0]?.toString('latin1', 0, 1) === '{' || chunks[0]?.toString('latin1', 0, 1) === '[';
  if (status >= 400 && status < 500 && isJson) return null;
  return new RpcError('unreachable', host, `answered ${status}`, { retryAfterMs });
}

/** In seconds. Dates are rare and ignored: the usual backoff applies. */
function readRetryAfter(value: string | string[] | undefined): number | null {
  return typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) * 1000 : null;
}

/** The code of a socket error. Messages are left out, because some contain the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'failed';
}
