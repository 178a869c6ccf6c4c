import type { Dispatcher } from 'undici';

/** The API's own limit asks for seconds; what stands before it may ask for more. */
const maxWaitMs = 10 * 60_000;

/** Something between this command and the API that its caller can put right, or that passes by itself. */
export class ApiProblem extends Error {
  /** The API's own code; null when it was not the API that answered. */
  readonly code: string | null;
  /** Trying again later may help. */
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
    `${url} cannot be reached: ${reasonOf(error)}. Start the service there ("npm start"), or name its address with --api-url or CAUSEWAY_API_URL.`,
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
    `${url} answered in a form this command does not know. Use the command of the same version as the service.`,
  );
}

/** A proxy, another service, or the right service at the wrong path. */
export function notTheApi(url: string, { status, headers }: RawAnswer): ApiProblem {
  const isTemporary = status >= 500;
  const location = headers['location'];
  if (typeof location === 'string') {
    return new ApiProblem(
      `${url} answered ${status} and points to ${printable(location)}. Name the API's own address with --api-url or CAUSEWAY_API_URL.`,
    );
  }
  const type = String(headers['content-type'] ?? 'no type').split(';')[0];
  return new ApiProblem(
    `${url} answered ${status} with ${printable(type ?? '')}, not with the API's JSON. The address of the API ends in /api/v1: check --api-url or CAUSEWAY_API_URL.`,
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
  return new ApiProblem(`${url} answered ${answer.status} ${code}: ${message}${advice(url, error)}`, facts);
}

function advice(url: string, error: Record<string, unknown>): string {
  switch (error['code']) {
    case 'UNAUTHORIZED':
    case 'KEY_REVOKED':
      return ' Pass a key that this service knows with --api-key or CAUSEWAY_API_KEY.';
    case 'IP_NOT_ALLOWED':
      return ' Use a key whose allowlist holds the address of this machine.';
    case 'NOT_FOUND':
      // Only a route that is not there names the path that was asked for.
      return isRecord(error['details']) && 'path' in error['details'] && !url.endsWith('/api/v1')
        ? ' The address of the API ends in /api/v1: check --api-url or CAUSEWAY_API_URL.'
        : '';
    default:
      return '';
  }
}

/** Text from elsewhere must not steer the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
