import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Agent } from 'undici';
import {
  ApiProblem,
  isRecord,
  notTheApi,
  type RawAnswer,
  refusal,
  unknownForm,
  unreachable,
} from './api-problem.ts';

const timeoutMs = 30_000;
const maxAnswerBytes = 64 * 1024 * 1024;

interface ApiAnswer<T> {
  data: T;
  hasMore: boolean;
  /** Time of the response, by the service's clock. */
  at: Date;
}

/** A client of the public API. */
export interface Api {
  readonly url: string;
  get<T extends TSchema>(path: string, schema: T): Promise<ApiAnswer<Static<T>>>;
  post<T extends TSchema>(path: string, body: object | null, schema: T): Promise<ApiAnswer<Static<T>>>;
  close(): Promise<void>;
}

export interface ApiOptions {
  url: string;
  key: string;
  /** Aborts pending requests. */
  signal?: AbortSignal;
  /** Called before waiting for the rate limit. */
  onWait?: (waitMs: number) => void;
}

export function createApi(options: ApiOptions): Api {
  const { url, signal, onWait } = options;
  const agent = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
  async function call<T extends TSchema>(
    method: 'GET' | 'POST',
    path: string,
    body: object | null,
    schema: T,
  ): Promise<ApiAnswer<Static<T>>> {
    for (;;) {
      try {
        return await read(options, path, await send(agent, options, method, path, body), schema);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
        const waitMs = error.retryAfterMs ?? 1000;
        onWait?.(waitMs);
        await sleep(waitMs, undefined, { signal });
      }
    }
  }
  return {
    url,
    get: (path, schema) => call('GET', path, null, schema),
    post: (path, body, schema) => call('POST', path, body, schema),
    close: () => agent.destroy(),
  };
}

async function send(
  agent: Agent,
  { url, key, signal }: ApiOptions,
  method: 'GET' | 'POST',
  path: string,
  body: object | null,
): Promise<RawAnswer> {
  const { origin, pathname, search } = new URL(`${url}${path}`);
  try {
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
      signal: signal ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, error);
  }
}

async function read<T extends TSchema>(
  options: ApiOptions,
  path: string,
  answer: RawAnswer,
  schema: T,
): Promise<ApiAnswer<Static<T>>> {
  const envelope = parse(answer.text);
  if (!isRecord(envelope) || typeof envelope['success'] !== 'boolean') throw notTheApi(options.url, answer);
  const { success, error, data, has_more: hasMore } = envelope;
  if (!success) throw refusal(options.url, answer, isRecord(error) ? error : {});
  // Imported lazily: it would slow down the start of every other command by a tenth.
  const { Check } = await import('typebox/value');
  if (!Check(schema, data)) throw unknownForm(`${options.url}${path}`);
  const date = Date.parse(String(answer.headers['date']));
  return { data, hasMore: hasMore === true, at: new Date(Number.isNaN(date) ? Date.now() : date) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
