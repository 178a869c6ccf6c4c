/**
 * Every error of the API. A test checks that docs/errors.md and the OpenAPI document list exactly these.
 */
export const errorCatalogue = {
  // Authentication and access
  UNAUTHORIZED: {
    status: 401,
    message:
      'The API key is missing or invalid. Send "Authorization: Bearer <API_KEY>", without extra whitespace.',
  },
  KEY_REVOKED: { status: 401, message: 'This API key was revoked. Use another key, or create a new one.' },
  KEY_ENVIRONMENT_MISMATCH: {
    status: 401,
    message:
      'The key and the resource belong to different environments. Use a test key for test data and a live key for live data.',
  },
  IP_NOT_ALLOWED: {
    status: 403,
    message:
      'The request came from an IP address that is not on the allowlist of this key. Use a listed address, or change the list.',
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This merchant account is suspended. Contact the operator of the service.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message:
      'Confirm your e-mail address before you write to others: open the link we have sent to you, or request a new one in the dashboard.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'A publishable key cannot do this. Use a secret key, on your server and never in a browser.',
  },

  CONFIRMATION_REQUIRED: {
    status: 403,
    message:
      'Confirm this in the dashboard with a passkey, or with your password and a code from your authenticator app if you have one.',
  },

  APPROVAL_REQUIRED: {
    status: 403,
    message: 'This needs the approval of a second member. Ask for it in the dashboard.',
  },
  APPROVAL_OF_ANOTHER: {
    status: 403,
    message: 'You have asked for this yourself. Another member who may approve has to decide.',
  },

  SIGN_IN_FAILED: { status: 401, message: 'The e-mail address, password or code is wrong.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    message: 'Use a passkey, or enter the code from your authenticator app or one of your recovery codes.',
  },

  PAYMENT_REQUIRED: {
    status: 402,
    message:
      'Pay first: sign one of the ways in the PAYMENT-REQUIRED header, and send the request again with PAYMENT-SIGNATURE.',
  },

  // Validation
  INVALID_JSON: {
    status: 400,
    message:
      'The body is not a JSON object. Send valid JSON with the header "Content-Type: application/json".',
  },
  UNKNOWN_FIELD: {
    status: 400,
    message: 'The key is in strict mode, and the request has a field that the route does not know.',
  },
  MISSING_REQUIRED_FIELD: { status: 422, message: 'A required field is missing.' },
  INVALID_AMOUNT: {
    status: 422,
    message: 'The amount must be a positive decimal string with at most two decimals, such as "10.00".',
  },
  AMOUNT_TOO_SMALL: { status: 422, message: 'The amount is below the minimum of 0.50 USD.' },
  AMOUNT_TOO_LARGE: { status: 422, message: 'The amount is above the maximum of 100,000.00 USD.' },
  INVALID_CURRENCY: { status: 422, message: 'The currency must be one of USD, EUR, GBP, CAD, AUD.' },
  INVALID_CHAIN: { status: 422, message: 'The chain is not supported. Use one of the supported chain ids.' },
  INVALID_TOKEN: { status: 422, message: 'The token is not supported. Use one of the supported symbols.' },
  INVALID_URL: { status: 422, message: 'The URL must be a fully qualified HTTPS URL.' },
  INVALID_EMAIL: { status: 422, message: 'The e-mail address is not valid.' },
  METADATA_TOO_LARGE: {
    status: 422,
    message: 'Metadata can have at most 20 keys, and 500 characters per key and value.',
  },
  DESCRIPTION_TOO_LONG: { status: 422, message: 'The description is too long. Shorten it.' },
  INVALID_EXPIRATION: { status: 422, message: 'expiration_minutes must be an integer from 5 to 1440.' },
  INVALID_LINE_ITEMS: {
    status: 422,
    message:
      'line_items must have 1 to 200 items, each with a quantity above 0, at most 1,000,000 and with at most six decimals.',
  },
  INVALID_TAX_RATE: {
    status: 422,
    message: 'tax_rate must be a decimal string from "0.00" to "1.00" with at most six decimals.',
  },
  INVALID_DUE_DATE: { status: 422, message: 'due_date must be a future date in the format YYYY-MM-DD.' },
  WEAK_PASSWORD: {
    status: 422,
    message: 'The password is too easy to guess. Choose a longer, less common one.',
  },
  WRONG_PASSWORD: { status: 422, message: 'The password is wrong.' },
  INVALID_CODE: {
    status: 422,
    message: 'The code is wrong or was already used. Enter the code that your authenticator app shows now.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    message:
      'This passkey was not accepted. Try again, or use your password and a code from your authenticator app or a recovery code.',
  },
  INVALID_PARAMETER: { status: 422, message: 'A field or query parameter has an invalid value.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive within 30 seconds. Send it again.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The URL and headers are over 16 KiB. Send less.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is over 256 KiB. Send less.' },

  // Resources and conflicts
  NOT_FOUND: { status: 404, message: 'This route does not exist. See /docs/api for all routes.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This path does not support this method. The Allow header lists the supported ones.',
  },
  PAYMENT_NOT_FOUND: { status: 404, message: 'No payment with this id exists for this merchant.' },
  INVOICE_NOT_FOUND: { status: 404, message: 'No invoice with this id exists for this merchant.' },
  BUTTON_NOT_FOUND: { status: 404, message: 'No button with this id exists for this merchant.' },
  PAYMENT_LINK_NOT_FOUND: { status: 404, message: 'No payment link with this id exists for this merchant.' },
  REFUND_NOT_FOUND: { status: 404, message: 'No refund with this id exists for this merchant.' },
  UNAPPLIED_FUNDS_NOT_FOUND: {
    status: 404,
    message: 'No unapplied funds with this id exist for this merchant.',
  },
  PAYOUT_NOT_FOUND: { status: 404, message: 'No payout with this id exists for this merchant.' },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    status: 404,
    message: 'No webhook endpoint with this id exists for this merchant.',
  },
  APPROVAL_NOT_FOUND: { status: 404, message: 'No approval with this id exists for this merchant.' },
  MEMBER_NOT_FOUND: { status: 404, message: 'No member with this id exists for this merchant.' },
  LINK_EXPIRED: {
    status: 410,
    message: 'This link was already used, has expired or was replaced by a newer one. Request a new one.',
  },
  EMAIL_TAKEN: {
    status: 409,
    message: 'A member with this e-mail address already exists. Sign in, or use another address.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message:
      'This Idempotency-Key was used for a different request in the last 24 hours. Use a new key for each new request.',
  },
  DUPLICATE_REFERENCE: {
    status: 409,
    message: 'Another payment already has this reference_id. Use a different one.',
  },

  // State
  PAYMENT_ALREADY_COMPLETED: {
    status: 409,
    message: 'The payment is already completed and cannot be paid again.',
  },
  PAYMENT_EXPIRED: { status: 409, message: 'The payment can no longer be paid. Create a new one.' },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    message: 'A transaction for this payment is being confirmed. The payment can no longer be cancelled.',
  },
  PAYMENT_NOT_REFUNDABLE: { status: 422, message: 'Only a completed payment can be refunded.' },
  PAYOUT_NOT_POSSIBLE: {
    status: 422,
    message: 'This balance cannot be paid out now. details.reason says why.',
  },
  REFUND_EXCEEDS_AMOUNT: {
    status: 422,
    message: 'The refund exceeds the amount that can still be refunded.',
  },
  REFUND_NOT_WAITING: {
    status: 409,
    message: 'This refund does not wait any more: it is being sent, or it has ended.',
  },
  TOP_UP_NOT_NEEDED: {
    status: 409,
    message: 'Nothing is missing in this balance: no refund waits for it.',
  },
  UNAPPLIED_FUNDS_NOT_OPEN: {
    status: 409,
    message: 'This money was already returned or credited, or the chain took it back.',
  },
  INVOICE_NOT_EDITABLE: {
    status: 409,
    message: 'Only a draft invoice can be changed. Void this one and create a new invoice.',
  },
  INVOICE_NOT_OPEN: {
    status: 409,
    message: 'The invoice is not open. Only open invoices can be sent or voided.',
  },
  INVOICE_ALREADY_PAID: { status: 409, message: 'The invoice is already paid.' },
  INVOICE_ALREADY_VOID: { status: 409, message: 'The invoice is already void.' },
  INVOICE_PAYMENT_IN_PROGRESS: {
    status: 409,
    message: 'A transaction for this invoice is being confirmed. Try again when it has finished.',
  },
  BUTTON_INACTIVE: {
    status: 409,
    message: 'This button is inactive and creates no payments. Its merchant can set its status to active.',
  },

  APPROVAL_NOT_PENDING: {
    status: 409,
    message: 'This was already approved, declined or withdrawn, or nobody decided in time. Ask again.',
  },
  LAST_OWNER: {
    status: 409,
    message: 'This is the last owner of the account. Make another member an owner first.',
  },
  OWNER_RESTORED: {
    status: 409,
    message:
      'This member has undone a removal. Try again after a day, or ask the operator of the service to decide.',
  },
  SECOND_FACTOR_ALREADY_ON: {
    status: 409,
    message: 'Two-factor authentication is already on. To set it up again, turn it off first.',
  },

  // Rate and server
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Too many requests. Wait before you try again.' },
  EMAIL_LIMIT_EXCEEDED: {
    status: 429,
    message:
      "You have reached today's limit of e-mails. Try again after midnight UTC, or send the link yourself.",
  },
  INTERNAL_ERROR: {
    status: 500,
    message:
      'An unexpected error occurred. Retry with the same Idempotency-Key. If it persists, report the X-Request-Id.',
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

/** Thrown by features to reject a request. The HTTP layer turns it into the error response. */
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
