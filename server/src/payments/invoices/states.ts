import type { ErrorCode } from '../../lib/errors.ts';

// All invoice states and transitions, listed only here. A test checks every pair.

export const invoiceStatuses = ['draft', 'open', 'paid', 'expired', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceMoves = {
  /** Makes it payable and read-only. */
  finalize: { from: ['draft'], to: 'open' },
  /** Cancelled by the merchant. */
  void: { from: ['open'], to: 'void' },
  /** Its payment is confirmed. */
  pay: { from: ['open'], to: 'paid' },
  /** The due date has passed and no payment is in progress. */
  expire: { from: ['open'], to: 'expired' },
} as const satisfies Record<string, { from: readonly InvoiceStatus[]; to: InvoiceStatus }>;

export type InvoiceMove = keyof typeof invoiceMoves;

/** Actions requested by a merchant or a customer. */
export type InvoiceAction = 'update' | 'finalize' | 'void' | 'send' | 'pay';

const onlyOpen = {
  draft: 'INVOICE_NOT_OPEN',
  open: null,
  paid: 'INVOICE_ALREADY_PAID',
  expired: 'INVOICE_NOT_OPEN',
  void: 'INVOICE_ALREADY_VOID',
} as const;

/** The error code of each action in each state; null if allowed. */
export const invoiceRefusals: Record<InvoiceAction, Record<InvoiceStatus, ErrorCode | null>> = {
  update: {
    draft: null,
    open: 'INVOICE_NOT_EDITABLE',
    paid: 'INVOICE_NOT_EDITABLE',
    expired: 'INVOICE_NOT_EDITABLE',
    void: 'INVOICE_NOT_EDITABLE',
  },
  finalize: {
    draft: null,
    open: 'INVOICE_NOT_EDITABLE',
    paid: 'INVOICE_ALREADY_PAID',
    expired: 'INVOICE_NOT_EDITABLE',
    void: 'INVOICE_ALREADY_VOID',
  },
  void: onlyOpen,
  send: onlyOpen,
  pay: onlyOpen,
};
