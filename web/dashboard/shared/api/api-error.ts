/** An error of the API, or one of our own: UNREACHABLE (no response) and PAGE_ERROR. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;

  constructor(error: {
    code: string;
    message: string;
    status: number;
    details?: Record<string, unknown>;
    requestId: string | null;
  }) {
    super(error.message);
    this.code = error.code;
    this.status = error.status;
    this.details = error.details ?? {};
    this.requestId = error.requestId;
  }

  /** The request field the error is about, such as `line_items[0].quantity`. */
  get field(): string | null {
    return typeof this.details['field'] === 'string' ? this.details['field'] : null;
  }
}

/** Turns anything thrown into an error that can be shown. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError({ code: 'PAGE_ERROR', message, status: 0, requestId: null });
}
