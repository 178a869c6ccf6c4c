import { facts } from '../facts.ts';
import { ApiError } from './api-error.ts';
import type { Answer, AnyRequest, Item, KnownFields, PathWith, Request } from './api-types.ts';
import { createSignInGate } from './sign-in-gate.ts';
import type { Environment } from './types.ts';

const timeoutMs = 30_000;

/** Which page of a list. */
export interface Paging {
  limit?: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
}

/** Paths are those of the OpenAPI documents, which say what each takes and answers. */
export interface Api {
  environment: Environment;
  get<P extends PathWith<'get'>>(path: P, request: Request<P, 'get'>): Promise<Answer<P, 'get'>>;
  /** `paging` is added to the filters of the request. */
  list<P extends PathWith<'get'>>(
    path: P,
    request: Request<P, 'get'>,
    paging: Paging,
  ): Promise<ListPage<Item<P>>>;
  post<P extends PathWith<'post'>, Form extends object = object>(
    path: P,
    request: Request<P, 'post'> & KnownFields<Form, P, 'post'>,
  ): Promise<Answer<P, 'post'>>;
  put<P extends PathWith<'put'>, Form extends object = object>(
    path: P,
    request: Request<P, 'put'> & KnownFields<Form, P, 'put'>,
  ): Promise<Answer<P, 'put'>>;
  patch<P extends PathWith<'patch'>, Form extends object = object>(
    path: P,
    request: Request<P, 'patch'> & KnownFields<Form, P, 'patch'>,
  ): Promise<Answer<P, 'patch'>>;
  delete<P extends PathWith<'delete'>>(path: P, request: Request<P, 'delete'>): Promise<Answer<P, 'delete'>>;
}

export const signInGate = createSignInGate();

export function createApi(environment: Environment): Api {
  const read = <Data>(path: string, given: AnyRequest, paging: Paging = {}) =>
    request<Data>({
      ...given,
      method: 'GET',
      url: withQuery(filledPath(path, given), { ...paging, ...given.query }),
      json: undefined,
      environment,
    });
  const write = async <Data>(method: string, path: string, given: AnyRequest) => {
    const json = given.body ?? given.form;
    return (await request<Data>({ ...given, method, url: filledPath(path, given), json, environment })).data;
  };
  return {
    environment,
    get: async <P extends PathWith<'get'>>(path: P, given: Request<P, 'get'>) =>
      (await read<Answer<P, 'get'>>(path, given)).data,
    async list<P extends PathWith<'get'>>(path: P, given: Request<P, 'get'>, paging: Paging) {
      const { data: items, has_more: hasMore = false } = await read<Item<P>[]>(path, given, paging);
      return { items, hasMore };
    },
    post: (path, given) =>
      write('POST', path, {
        ...given,
        form: given.form ?? {},
        idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
      }),
    put: (path, given) => write('PUT', path, given),
    patch: (path, given) => write('PATCH', path, given),
    delete: (path, given) => write('DELETE', path, given),
  };
}

/** `/api/v1/payments/{payment_id}` with the id in its place. */
export function filledPath(path: string, { path: ids = {} }: AnyRequest): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

export function withQuery(path: string, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

interface Outgoing extends Pick<AnyRequest, 'idempotencyKey' | 'waitForSignIn'> {
  method: string;
  url: string;
  json: object | undefined;
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
  const { method, url, json, environment, idempotencyKey } = outgoing;
  const headers = new Headers({
    accept: 'application/json',
    'x-causeway-request': 'dashboard',
    'x-causeway-environment': environment,
  });
  if (json) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  let response: Response;
  let envelope: Envelope<Data>;
  try {
    response = await fetch(facts.site_path + url, {
      method,
      headers,
      body: json ? JSON.stringify(json) : null,
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
