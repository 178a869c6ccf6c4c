import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorCode, errorCatalogue } from '../../../src/lib/errors.ts';

/** Transcribed from the contract's tables of errors. */
const contract = {
  UNAUTHORIZED: 401,
  KEY_REVOKED: 401,
  KEY_ENVIRONMENT_MISMATCH: 401,
  IP_NOT_ALLOWED: 403,
  ACCOUNT_SUSPENDED: 403,
  INVALID_JSON: 400,
  MISSING_REQUIRED_FIELD: 422,
  INVALID_AMOUNT: 422,
  AMOUNT_TOO_SMALL: 422,
  AMOUNT_TOO_LARGE: 422,
  INVALID_CURRENCY: 422,
  INVALID_CHAIN: 422,
  INVALID_TOKEN: 422,
  INVALID_URL: 422,
  INVALID_EMAIL: 422,
  METADATA_TOO_LARGE: 422,
  DESCRIPTION_TOO_LONG: 422,
  INVALID_EXPIRATION: 422,
  INVALID_LINE_ITEMS: 422,
  INVALID_TAX_RATE: 422,
  INVALID_DUE_DATE: 422,
  PAYMENT_NOT_FOUND: 404,
  INVOICE_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  IDEMPOTENCY_CONFLICT: 409,
  DUPLICATE_REFERENCE: 409,
  PAYMENT_ALREADY_COMPLETED: 409,
  PAYMENT_EXPIRED: 409,
  PAYMENT_NOT_REFUNDABLE: 422,
  REFUND_EXCEEDS_AMOUNT: 422,
  INVOICE_NOT_EDITABLE: 409,
  INVOICE_ALREADY_PAID: 409,
  INVOICE_ALREADY_VOID: 409,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Transcribed from the decisions on what the contract leaves open. */
const decided = {
  INVALID_PARAMETER: 422,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  REQUEST_TIMEOUT: 408,
  HEADERS_TOO_LARGE: 431,
  INVOICE_NOT_OPEN: 409,
  INVOICE_PAYMENT_IN_PROGRESS: 409,
  PAYMENT_IN_PROGRESS: 409,
  FORBIDDEN: 403,
  BUTTON_NOT_FOUND: 404,
  PAYMENT_LINK_NOT_FOUND: 404,
  BUTTON_INACTIVE: 409,
  UNAPPLIED_FUNDS_NOT_FOUND: 404,
  TOP_UP_NOT_NEEDED: 409,
  UNAPPLIED_FUNDS_NOT_OPEN: 409,
  REFUND_NOT_WAITING: 409,
  PAYOUT_NOT_FOUND: 404,
  PAYOUT_NOT_POSSIBLE: 422,
  EMAIL_LIMIT_EXCEEDED: 429,
  EMAIL_NOT_VERIFIED: 403,
  // Of the dashboard's own routes.
  SIGN_IN_FAILED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  WEAK_PASSWORD: 422,
  WRONG_PASSWORD: 422,
  INVALID_CODE: 422,
  PASSKEY_REFUSED: 422,
  APPROVAL_REQUIRED: 403,
  APPROVAL_OF_ANOTHER: 403,
  APPROVAL_NOT_FOUND: 404,
  APPROVAL_NOT_PENDING: 409,
  MEMBER_NOT_FOUND: 404,
  LINK_EXPIRED: 410,
  EMAIL_TAKEN: 409,
  LAST_OWNER: 409,
  OWNER_RESTORED: 409,
  SECOND_FACTOR_ALREADY_ON: 409,
  PAYMENT_REQUIRED: 402,
  CONFIRMATION_REQUIRED: 403,
  UNKNOWN_FIELD: 400,
};

const catalogue = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]),
);

describe('error catalogue', () => {
  it('holds every code of the contract and of the decisions with its status, and no other', () => {
    expect(Object.keys(contract)).toHaveLength(37);
    expect(Object.keys(decided)).toHaveLength(40);
    expect(catalogue).toEqual({ ...contract, ...decided });
  });

  it('has a message for people in every entry', () => {
    for (const [code, { message }] of Object.entries(errorCatalogue)) {
      expect(message, code).toMatch(/^[A-Za-z].{10,}[.]$/);
    }
  });

  it('gives an ApiError its status and message', () => {
    for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
      expect(new ApiError(code)).toMatchObject({
        code,
        ...errorCatalogue[code],
        details: undefined,
        headers: {},
      });
    }
  });

  it('is what docs/errors.md lists, in both directions, each with its status', () => {
    const path = fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url));
    expect(existsSync(path), 'docs/errors.md is there').toBe(true);
    const rows = [...readFileSync(path, 'utf8').matchAll(/^\|\s*`?([A-Z][A-Z_]+)`?\s*\|\s*(\d{3})\s*\|/gm)];
    const listed = rows.map((row) => [row[1], Number(row[2])] as const);
    expect(new Set(listed.map(([code]) => code)).size, 'no code twice').toBe(listed.length);
    expect(Object.fromEntries(listed)).toEqual(catalogue);
  });
});
