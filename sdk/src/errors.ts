import type { ErrorCode } from './types.ts';

/**
 * What every error of this package is, so that one `instanceof` tells them from all others.
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
  // Written out, since bundlers shorten the names of classes.
  override readonly name: string = 'CausewayError';
  /** Machine-readable. Decide by this; messages are for people and may change. */
  readonly code: string;
  /** How many requests were made before giving up; 0 when none was. */
  attempts = 0;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The service refused: `code`, `status`, `details` and `requestId` say what and why.
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
  /** The HTTP status. */
  readonly status: number;
  /** What the operator finds in the service's log. */
  readonly requestId: string | null;
  /** May carry `field`, `provided` and the rule that was broken. */
  readonly details: Record<string, unknown>;
  /** How long the service asked to wait; null when it did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(refusal: Refusal) {
    super(refusal.code, refusal.message);
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.details = refusal.details;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

interface Refusal {
  code: string;
  message: string;
  status: number;
  requestId: string | null;
  details: Record<string, unknown>;
  retryAfterSeconds: number | null;
}

/**
 * No whole answer came: `CONNECTION_FAILED`, `TIMEOUT` or `TRUNCATED_RESPONSE`. Whether the service did what was asked is
 * not known; asking again with the same idempotency key finds out.
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
 * Something answered, and it was not the Causeway API: a web page, a redirect, a proxy. Mostly a wrong `baseUrl`.
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
 * This package was called in a way that cannot work. Nothing was sent; the message says what to change.
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
