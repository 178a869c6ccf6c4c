import type { ErrorCode } from './types.ts';

/**
 * Base class of all errors of this package.
 *
 * @example
 * try {
 *   await causeway.payments.get(paymentId);
 * } catch (error) {
 *   if (error instanceof CausewayError) console.error(error.code, error.message);
 *   else throw error;
 * }
 */
export class CausewayError extends Error {
  // A literal, because minifiers change class names.
  override readonly name: string = 'CausewayError';
  /** Machine-readable code. Use it for decisions: messages are for people and may change. */
  readonly code: string;
  /** Number of requests sent, retries included; 0 when none was sent. */
  attempts = 0;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The API returned an error. See `code`, `status` and `details`.
 *
 * @example
 * try {
 *   await causeway.payments.create({ amount: '0.10', currency: 'USD' });
 * } catch (error) {
 *   if (error instanceof CausewayApiError && error.code === 'AMOUNT_TOO_SMALL') askForMore(error.details);
 *   else throw error;
 * }
 */
export class CausewayApiError extends CausewayError {
  override readonly name = 'CausewayApiError';
  declare readonly code: ErrorCode;
  /** HTTP status. */
  readonly status: number;
  /** The `X-Request-Id` header. Include it when you report a problem. */
  readonly requestId: string | null;
  /** May contain `field`, `provided` and the violated constraint. */
  readonly details: Record<string, unknown>;
  /** Value of the `Retry-After` header; null when there was none. */
  readonly retryAfterSeconds: number | null;

  constructor(error: ApiErrorFields) {
    super(error.code, error.message);
    this.status = error.status;
    this.requestId = error.requestId;
    this.details = error.details;
    this.retryAfterSeconds = error.retryAfterSeconds;
  }
}

interface ApiErrorFields {
  code: string;
  message: string;
  status: number;
  requestId: string | null;
  details: Record<string, unknown>;
  retryAfterSeconds: number | null;
}

/**
 * There was no complete response: `CONNECTION_FAILED`, `TIMEOUT` or `TRUNCATED_RESPONSE`. The service may have processed
 * the request. Retry with the same idempotency key to get its result.
 *
 * @example
 * const idempotencyKey = `order-${order.id}`;
 * try {
 *   await causeway.payments.create(params, { idempotencyKey });
 * } catch (error) {
 *   if (error instanceof CausewayConnectionError) queueForLater(params, idempotencyKey);
 *   else throw error;
 * }
 */
export class CausewayConnectionError extends CausewayError {
  override readonly name = 'CausewayConnectionError';
  declare readonly code: 'CONNECTION_FAILED' | 'TIMEOUT' | 'TRUNCATED_RESPONSE';
}

/**
 * The response did not come from the Causeway API, but from a web page, a redirect or a proxy. Usually `baseUrl` is wrong.
 *
 * @example
 * try {
 *   await causeway.events.list();
 * } catch (error) {
 *   if (error instanceof CausewayUnexpectedResponseError) console.error(error.status, error.message);
 * }
 */
export class CausewayUnexpectedResponseError extends CausewayError {
  override readonly name = 'CausewayUnexpectedResponseError';
  declare readonly code: 'UNEXPECTED_RESPONSE';
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    answer: { status: number; requestId: string | null; retryAfterSeconds: number | null },
  ) {
    super('UNEXPECTED_RESPONSE', message);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/**
 * An option or an argument is invalid. No request was sent; the message says what to change.
 *
 * @example
 * try {
 *   new Causeway({ apiKey: '', baseUrl });
 * } catch (error) {
 *   if (error instanceof CausewayUsageError) console.error(error.message);
 * }
 */
export class CausewayUsageError extends CausewayError {
  override readonly name = 'CausewayUsageError';
  declare readonly code: 'INVALID_USAGE';

  constructor(message: string) {
    super('INVALID_USAGE', message);
  }
}
