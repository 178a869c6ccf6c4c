import { CausewayApiError, CausewayConnectionError, CausewayUnexpectedResponseError } from './errors.ts';
import { parseRetryAfter } from './retry.ts';

/**
 * The HTTP response that an object came from.
 *
 * @example
 * const payment = await causeway.payments.create(params);
 * const answer: ApiResponse = payment.apiResponse;
 * console.log(answer.requestId, answer.headers.get('x-ratelimit-remaining'));
 */
export interface ApiResponse {
  /** The `X-Request-Id` header. Include it when you report a problem. */
  readonly requestId: string | null;
  readonly status: number;
  readonly headers: Headers;
}

/**
 * An API object with its HTTP response. `apiResponse` is not enumerable, so copies, comparisons and JSON contain only
 * what the service sent.
 *
 * @example
 * const logged = <T>(result: WithResponse<T>) => console.log(result.apiResponse.requestId);
 */
export type WithResponse<T> = T & { readonly apiResponse: ApiResponse };

export interface Answer {
  data: object;
  hasMore: boolean;
  apiResponse: ApiResponse;
}

/** Unwraps the envelope. Throws a typed error for API errors and for responses that are not from the API. */
export function readAnswer(response: Response, text: string, baseUrl: string): Answer {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), Date.now());
  const about = { status, requestId, retryAfterSeconds };
  const envelope = parseJson(response, text);
  if (envelope?.['success'] === true && isObject(envelope['data']) && response.ok) {
    const apiResponse = { requestId, status, headers };
    return { data: envelope['data'], hasMore: envelope['has_more'] === true, apiResponse };
  }
  const error = envelope?.['success'] === false ? envelope['error'] : undefined;
  if (isObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string') {
    const details = isObject(error['details']) ? error['details'] : {};
    const message =
      error['code'] === 'NOT_FOUND' ? error['message'] + versionHint(baseUrl) : error['message'];
    throw new CausewayApiError({ ...about, code: error['code'], message, details });
  }
  throw new CausewayUnexpectedResponseError(describe(response, baseUrl), about);
}

/** The body of a file. Throws as `readAnswer` does if the response is something else. */
export async function readFile(response: Response, baseUrl: string): Promise<ReadableStream<Uint8Array>> {
  const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true;
  if (response.ok && isFile && response.body) return response.body;
  readAnswer(response, await response.text(), baseUrl);
  const requestId = response.headers.get('x-request-id');
  throw new CausewayUnexpectedResponseError(describe(response, baseUrl), {
    status: response.status,
    requestId,
    retryAfterSeconds: null,
  });
}

function parseJson(response: Response, text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (cause) {
    if (!response.ok || !isJson(response)) return undefined;
    throw new CausewayConnectionError(
      'TRUNCATED_RESPONSE',
      `The response from ${response.url} was truncated after ${text.length} characters. Retry; if it happens again, check the proxy in front of the service.`,
      { cause },
    );
  }
}

function describe(response: Response, baseUrl: string): string {
  const { status, headers } = response;
  const location = headers.get('location');
  const check = `Check baseUrl ("${baseUrl}"): it must point to your Causeway service and end in /api/v1.`;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `The server sent a redirect${location ? ` to ${location}` : ''}. Redirects are not followed. ${check}`;
  }
  if (status >= 500) return `A proxy returned ${status}: the service may be down or starting. ${check}`;
  const what = isJson(response)
    ? 'JSON without the Causeway envelope'
    : (headers.get('content-type') ?? 'no content type');
  return `The response is not from the Causeway API: status ${status}, ${what}. ${check}`;
}

function versionHint(baseUrl: string): string {
  return baseUrl.endsWith('/api/v1') ? '' : ` baseUrl is "${baseUrl}"; it should end in /api/v1.`;
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
