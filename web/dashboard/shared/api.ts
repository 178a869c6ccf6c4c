import { ApiError } from './api-error.ts';
import { facts } from './facts.ts';
import { createSignInGate } from './sign-in-gate.ts';
import type { Environment } from './types.ts';

const timeoutMs = 30_000;

export type Query = Record<string, string | number | undefined>;

export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
}

interface SendOptions {
  /** One per user action, reused by its retries. */
  idempotencyKey?: string;
  /** False to throw UNAUTHORIZED instead of asking the user to sign in. */
  waitForSignIn?: boolean;
}

export interface Api {
  environment: Environment;
  get<Data>(path: string, query?: Query, options?: SendOptions): Promise<Data>;
  list<Item>(path: string, query?: Query): Promise<ListPage<Item>>;
  post<Data>(path: string, body?: object, options?: SendOptions): Promise<Data>;
  put<Data>(path: string, body: object): Promise<Data>;
  patch<Data>(path: string, body: object): Promise<Data>;
  delete<Data>(path: string): Promise<Data>;
}

export const signInGate = createSignInGate();

/** Paths are relative to the site: `/api/v1/payments`, `/dashboard/api/stats`. */
export function createApi(environment: Environment): Api {
  const send = async <Data>(method: string, path: string, body?: object, options: SendOptions = {}) =>
    (await request<Data>({ method, path, body, environment, ...options })).data;
  return {
    environment,
    get: (path, query, options) => send('GET', withQuery(path, query), undefined, options),
    async list<Item>(path: string, query?: Query) {
      const envelope = await request<Item[]>({ method: 'GET', path: withQuery(path, query), environment });
      return { items: envelope.data, hasMore: envelope.has_more ?? false };
    },
    post: (path, body, options = {}) =>
      send('POST', path, body ?? {}, {
        ...options,
        idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
      }),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  };
}

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

interface Outgoing extends SendOptions {
  method: string;
  path: string;
  body?: object | undefined;
  environment: Environment;
}

interface Envelope<Data> {
  success: boolean;
  data: Data;
  has_more?: boolean;
  error?: { code: string; message: string; status: number; details?: Record<string, unknown> };
}

/** If the session has expired, waits for the user to sign in and sends the request again. */
async function request<Data>(outgoing: Outgoing): Promise<Envelope<Data>> {
  for (;;) {
    try {
      return await sendOnce<Data>(outgoing);
    } catch (error) {
      const signedOut = error instanceof ApiError && error.code === 'UNAUTHORIZED';
      if (!signedOut || outgoing.waitForSignIn === false || !(await signInGate.wait())) throw error;
    }
  }
}

async function sendOnce<Data>(outgoing: Outgoing): Promise<Envelope<Data>> {
  const { method, path, body, environment, idempotencyKey } = outgoing;
  const headers = new Headers({
    accept: 'application/json',
    'x-causeway-request': 'dashboard',
    'x-causeway-environment': environment,
  });
  if (body) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  let response: Response;
  let envelope: Envelope<Data>;
  try {
    response = await fetch(facts.site_path + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    envelope = await response.json();
  } catch {
    throw unreachable();
  }
  if (response.ok && envelope.success) return envelope;
  const requestId = response.headers.get('x-request-id');
  throw envelope.error ? new ApiError({ ...envelope.error, requestId }) : unreachable();
}

function unreachable(): ApiError {
  return new ApiError({
    code: 'UNREACHABLE',
    message: 'The server did not respond. Check your connection and try again.',
    status: 0,
    requestId: null,
  });
}
