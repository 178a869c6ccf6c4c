import { Agent, type Dispatcher, request } from 'undici';

/** From connecting to the end of the response. Well below the poll interval. */
const defaultDeadlineMs = 8000;
const defaultMaxBytes = 256 * 1024;
/** A response that a cache has kept for longer is stale. */
const maxAgeSeconds = 60;

export interface FetchOptions {
  /** Sends a POST with this JSON instead of a GET. */
  body?: unknown;
  /** Sends a POST with this form instead of a GET. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Instead of the usual one, for example with a client certificate. */
  dispatcher?: Dispatcher;
  deadlineMs?: number;
  maxBytes?: number;
  /** Refuses answers whose content type is not JSON: a proxy's page, or a file. */
  onlyJsonType?: boolean;
}

/** The service answered with a status other than 200. */
export class AnsweredStatus extends Error {
  override name = 'AnsweredStatus';
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

const agent = new Agent({ connections: 4 });

/** Fetches JSON from a fixed host. Does not follow redirects. Messages never contain the URL, which may hold a key. */
export async function fetchJson(url: string, options: FetchOptions = {}): Promise<unknown> {
  const text = await fetchText(url, options);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

/** The same for any text. */
export async function fetchText(url: string, options: FetchOptions = {}): Promise<string> {
  const { deadlineMs = defaultDeadlineMs } = options;
  const signal = AbortSignal.timeout(deadlineMs);
  return read(url, options, signal).catch((error) => {
    if (error instanceof AnsweredStatus) throw error;
    throw new Error(signal.aborted ? `no complete answer within ${deadlineMs} ms` : explain(error));
  });
}

async function read(url: string, options: FetchOptions, signal: AbortSignal): Promise<string> {
  const { maxBytes = defaultMaxBytes, onlyJsonType = false } = options;
  const sent = sentBody(options);
  const response = await request(url, {
    dispatcher: options.dispatcher ?? agent,
    signal,
    method: sent ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      'cache-control': 'no-cache',
      'user-agent': 'causeway',
      ...(sent ? { 'content-type': sent.type } : {}),
      ...options.headers,
    },
    body: sent?.text ?? null,
  });
  const problem = problemOf(response, onlyJsonType);
  if (problem === null) return collect(response.body, maxBytes);
  // Reads at most a little, so that the connection can be reused.
  await response.body.dump({ limit: 64 * 1024, signal });
  throw problem;
}

function sentBody({ body, form }: FetchOptions): { type: string; text: string } | null {
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  return body === undefined ? null : { type: 'application/json', text: JSON.stringify(body) };
}

function problemOf({ statusCode, headers }: Dispatcher.ResponseData, onlyJsonType: boolean): Error | null {
  if (statusCode !== 200) return new AnsweredStatus(statusCode);
  if (onlyJsonType && !String(headers['content-type']).includes('json'))
    return new Error('the answer is not JSON');
  const age = Number(headers['age'] ?? 0);
  return age > maxAgeSeconds ? new Error(`the answer comes from a cache and is ${age} s old`) : null;
}

async function collect(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function explain(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first instanceof Error ? first : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return text.replace(/\w+:\/\/\S+/g, '…').slice(0, 200);
}
