/**
 * Every error the API can answer with. The public page docs/errors.md and the OpenAPI document are held to this
 * list by a test, in both directions.
 */
export const errorCatalogue = {
  // Authentication and access
  UNAUTHORIZED: {
    status: 401,
    message:
      'No valid API key was given. Send it as "Authorization: Bearer <API_KEY>" with no extra whitespace.',
  },
  KEY_REVOKED: { status: 401, message: 'This API key was revoked. Use another key, or make a new one.' },
  KEY_ENVIRONMENT_MISMATCH: {
    status: 401,
    message:
      'The key and the resource are of different environments. Use a test key for test data, a live key for live data.',
  },
  IP_NOT_ALLOWED: {
    status: 403,
    message: 'This key has an IP allowlist and the request came from an address that is not on it.',
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This merchant account is suspended. Contact the operator of the service.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'A publishable key may not do this. Use a secret key, from your server and never in a browser.',
  },

  SIGN_IN_FAILED: { status: 401, message: 'The e-mail address, the password or the code is wrong.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    message: 'Enter the code your authenticator app shows, or one of your recovery codes.',
  },

  // Validation
  INVALID_JSON: {
    status: 400,
    message:
      'The body is not a JSON object. Send valid JSON with the header "Content-Type: application/json".',
  },
  MISSING_REQUIRED_FIELD: { status: 422, message: 'A required field is missing.' },
  INVALID_AMOUNT: {
    status: 422,
    message: 'The amount must be a positive decimal string with at most two decimals, such as "10.00".',
  },
  AMOUNT_TOO_SMALL: { status: 422, message: 'The amount is below the minimum of 0.50 USD.' },
  AMOUNT_TOO_LARGE: { status: 422, message: 'The amount is above the maximum of 100,000.00 USD.' },
  INVALID_CURRENCY: { status: 422, message: 'The currency must be one of USD, EUR, GBP, CAD, AUD.' },
  INVALID_CHAIN: { status: 422, message: 'A chain id is not one of the supported chains.' },
  INVALID_TOKEN: { status: 422, message: 'A token is not one of the supported symbols.' },
  INVALID_URL: { status: 422, message: 'The URL must be a fully qualified HTTPS URL.' },
  INVALID_EMAIL: { status: 422, message: 'The e-mail address is not valid.' },
  METADATA_TOO_LARGE: {
    status: 422,
    message: 'Metadata takes at most 20 keys and 500 characters per value.',
  },
  DESCRIPTION_TOO_LONG: { status: 422, message: 'The description is too long.' },
  INVALID_EXPIRATION: { status: 422, message: 'expiration_minutes must be a whole number from 5 to 1440.' },
  INVALID_LINE_ITEMS: {
    status: 422,
    message:
      'line_items must hold 1 to 200 items, each with a quantity above 0, at most 1,000,000 and with at most six decimals.',
  },
  INVALID_TAX_RATE: {
    status: 422,
    message: 'tax_rate must be a decimal string from "0.00" to "1.00" with at most six decimals.',
  },
  INVALID_DUE_DATE: { status: 422, message: 'due_date must be a future date written as YYYY-MM-DD.' },
  WEAK_PASSWORD: {
    status: 422,
    message: 'The password is too easy to guess. Choose a longer, less usual one.',
  },
  WRONG_PASSWORD: { status: 422, message: 'The password is wrong.' },
  INVALID_CODE: {
    status: 422,
    message: 'The code is wrong or was used already. Enter the one your authenticator app shows now.',
  },
  INVALID_PARAMETER: { status: 422, message: 'A field or query parameter has a value that is not allowed.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is over 256 KiB. Send less.' },

  // Resources and conflicts
  NOT_FOUND: { status: 404, message: 'There is no such route. See /docs for the list of routes.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'The path exists but not with this method. The Allow header lists the methods it takes.',
  },
  PAYMENT_NOT_FOUND: { status: 404, message: 'No payment with this id exists for this merchant.' },
  INVOICE_NOT_FOUND: { status: 404, message: 'No invoice with this id exists for this merchant.' },
  BUTTON_NOT_FOUND: { status: 404, message: 'No button with this id exists for this merchant.' },
  REFUND_NOT_FOUND: { status: 404, message: 'No refund with this id exists for this merchant.' },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    status: 404,
    message: 'No webhook endpoint with this id exists for this merchant.',
  },
  MEMBER_NOT_FOUND: { status: 404, message: 'No member with this id exists for this merchant.' },
  LINK_EXPIRED: {
    status: 410,
    message: 'This link was used, has expired or was replaced by a newer one. Ask for a new one.',
  },
  EMAIL_TAKEN: { status: 409, message: 'A member with this e-mail address exists already.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message:
      'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.',
  },
  DUPLICATE_REFERENCE: { status: 409, message: 'Another payment of this merchant has this reference_id.' },

  // State
  PAYMENT_ALREADY_COMPLETED: {
    status: 409,
    message: 'The payment is already completed and cannot be paid again.',
  },
  PAYMENT_EXPIRED: { status: 409, message: 'The payment can no longer be paid. Create a new one.' },
  PAYMENT_NOT_REFUNDABLE: { status: 422, message: 'Only a completed payment can be refunded.' },
  REFUND_EXCEEDS_AMOUNT: { status: 422, message: 'The refund is more than what remains of the payment.' },
  INVOICE_NOT_EDITABLE: {
    status: 409,
    message: 'Only a draft invoice can be changed. Void this one and create a new invoice.',
  },
  INVOICE_NOT_OPEN: { status: 409, message: 'This can be done to an open invoice only.' },
  INVOICE_ALREADY_PAID: { status: 409, message: 'The invoice is already paid.' },
  INVOICE_ALREADY_VOID: { status: 409, message: 'The invoice is already void.' },
  INVOICE_PAYMENT_IN_PROGRESS: {
    status: 409,
    message: 'A transaction for this invoice is being confirmed. Try again when it is done.',
  },
  BUTTON_INACTIVE: {
    status: 409,
    message: 'This button is inactive and makes no payments. Its merchant can set its status to active.',
  },

  LAST_OWNER: {
    status: 409,
    message: 'An account needs an owner, and this is the last one. Make another member an owner first.',
  },
  SECOND_FACTOR_ALREADY_ON: {
    status: 409,
    message: 'The second factor is on already. Turn it off first to set it up anew.',
  },

  // Rate and server
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Too many requests.' },
  INTERNAL_ERROR: {
    status: 500,
    message:
      'Something went wrong on our side. Retry with the same Idempotency-Key; quote the X-Request-Id if it persists.',
  },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable. Try again shortly.' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorDetails {
  field?: string;
  provided?: unknown;
  [constraint: string]: unknown;
}

interface ApiErrorOptions {
  message?: string;
  details?: ErrorDetails;
  headers?: Record<string, string>;
}

/** The only way a feature says no. The HTTP layer turns it into the envelope. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}
