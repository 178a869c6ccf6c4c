import type { Dispatcher } from 'undici';

/** Cap on Retry-After: the API asks for seconds, but a proxy may ask for more. */
const maxWaitMs = 10 * 60_000;

/** A problem with the API that the user can fix, or that is temporary. */
export class ApiProblem extends Error {
  /** The API's error code. Null if the response did not come from the API. */
  readonly code: string | null;
  /** Worth a retry. */
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | null;
  constructor(
    message: string,
    facts: Partial<Pick<ApiProblem, 'code' | 'isTemporary' | 'retryAfterMs'>> = {},
  ) {
    super(message);
    this.code = facts.code ?? null;
    this.isTemporary = facts.isTemporary ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

export interface RawAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  text: string;
}

export function unreachable(url: string, error: unknown): ApiProblem {
  return new ApiProblem(
    `Cannot connect to ${url}: ${reasonOf(error)}. Start the service ("npm start"), or set its URL with --api-url or CAUSEWAY_API_URL.`,
    { isTemporary: true },
  );
}

function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first instanceof Error ? first : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

export function unknownForm(url: string): ApiProblem {
  return new ApiProblem(
    `Unexpected response from ${url}. Use the same version of this command and the service.`,
  );
}

/** A proxy, another service, or the right service at the wrong path. */
export function notTheApi(url: string, { status, headers }: RawAnswer): ApiProblem {
  const isTemporary = status >= 500;
  const location = headers['location'];
  if (typeof location === 'string') {
    return new ApiProblem(
      `${url} returned ${status}, a redirect to ${printable(location)}. Set the URL of the API with --api-url or CAUSEWAY_API_URL.`,
    );
  }
  const type = String(headers['content-type'] ?? 'no content type').split(';')[0];
  return new ApiProblem(
    `${url} returned ${status} with ${printable(type ?? '')} instead of the API's JSON. The URL of the API ends in /api/v1: check --api-url or CAUSEWAY_API_URL.`,
    { isTemporary },
  );
}

export function refusal(url: string, answer: RawAnswer, error: Record<string, unknown>): ApiProblem {
  const code = String(error['code']);
  const message = printable(String(error['message']));
  const seconds = Number(answer.headers['retry-after']);
  const facts = {
    code,
    isTemporary: answer.status >= 500,
    retryAfterMs: Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1) * 1000, maxWaitMs) : null,
  };
  return new ApiProblem(`${url} returned ${answer.status} ${code}: ${message}${advice(url, error)}`, facts);
}

function advice(url: string, error: Record<string, unknown>): string {
  switch (error['code']) {
    case 'UNAUTHORIZED':
    case 'KEY_REVOKED':
      return ' Pass a valid key of this service with --api-key or CAUSEWAY_API_KEY.';
    case 'IP_NOT_ALLOWED':
      return ' Use a key that allows the IP address of this machine.';
    case 'NOT_FOUND':
      // `details.path` distinguishes an unknown route from an unknown resource.
      return isRecord(error['details']) && 'path' in error['details'] && !url.endsWith('/api/v1')
        ? ' The URL of the API ends in /api/v1: check --api-url or CAUSEWAY_API_URL.'
        : '';
    default:
      return '';
  }
}

/** Removes control characters, so that remote text cannot send escape codes to the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
