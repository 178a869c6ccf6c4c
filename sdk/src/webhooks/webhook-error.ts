import { CausewayError } from '../errors.ts';

/**
 * Why a delivery was rejected.
 *
 * @example
 * const isAttack = (code: WebhookErrorCode) => code === 'SIGNATURE_MISMATCH';
 */
export type WebhookErrorCode =
  | 'BODY_NOT_RAW'
  | 'INVALID_BODY'
  | 'INVALID_SECRET'
  | 'MISSING_HEADER'
  | 'SIGNATURE_MISMATCH'
  | 'TIMESTAMP_OUT_OF_TOLERANCE'
  | 'UNKNOWN_EVENT_TYPE';

/**
 * Thrown when `webhooks.verify` rejects a delivery. Respond with 400, except for `UNKNOWN_EVENT_TYPE`, whose signature is
 * valid.
 *
 * @example
 * try {
 *   handle(await webhooks.verify(rawBody, request.headers, secret));
 * } catch (error) {
 *   if (!(error instanceof WebhookVerificationError)) throw error;
 *   if (error.code !== 'UNKNOWN_EVENT_TYPE') return new Response(error.message, { status: 400 });
 * }
 * return new Response('ok');
 */
export class WebhookVerificationError extends CausewayError {
  override readonly name = 'WebhookVerificationError';
  declare readonly code: WebhookErrorCode;
  /** The parsed body, for `UNKNOWN_EVENT_TYPE` only. */
  readonly event: Record<string, unknown> | undefined;

  constructor(code: WebhookErrorCode, message: string, event?: Record<string, unknown>) {
    super(code, message);
    this.event = event;
  }
}
