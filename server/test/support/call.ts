import { expect } from 'vitest';

export interface CallOptions {
  /** Null sends no Authorization header. */
  key?: string | null;
  /** An object is sent as JSON; a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The exact text of the body. */
  text: string;
  /** Parsed body; its shape is what tests are about, so it is not typed further. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

/** One request over real HTTP. Every answer must carry a request id: it is checked here, once for all tests. */
export async function call(url: string, method: string, options: CallOptions = {}): Promise<Answer> {
  const { key, body, headers = {} } = options;
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
