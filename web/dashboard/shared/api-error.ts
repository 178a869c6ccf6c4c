/** A refusal in the words of the API. UNREACHABLE is ours: there was no answer at all. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;

  constructor(refusal: {
    code: string;
    message: string;
    status: number;
    details?: Record<string, unknown>;
    requestId: string | null;
  }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.details = refusal.details ?? {};
    this.requestId = refusal.requestId;
  }

  /** The field of the body that the refusal is about, as the API writes it: `line_items[0].quantity`. */
  get field(): string | null {
    return typeof this.details['field'] === 'string' ? this.details['field'] : null;
  }
}

/** Anything thrown, as something that can be shown. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError({ code: 'PAGE_ERROR', message, status: 0, requestId: null });
}
