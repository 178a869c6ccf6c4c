import type { ErrorCode } from '../errors.ts';

/** Every state of an invoice and every move between them. No other place lists them; a test walks every pair. */

export const invoiceStatuses = ['draft', 'open', 'paid', 'expired', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceMoves = {
  /** From here on it is payable, and nothing in it changes. */
  finalize: { from: ['draft'], to: 'open' },
  /** The merchant takes it back. */
  void: { from: ['open'], to: 'void' },
  /** A payment for it is confirmed. */
  pay: { from: ['open'], to: 'paid' },
  /** The due date is over and no payment for it is under way. */
  expire: { from: ['open'], to: 'expired' },
} as const satisfies Record<string, { from: readonly InvoiceStatus[]; to: InvoiceStatus }>;

export type InvoiceMove = keyof typeof invoiceMoves;

/** What somebody asks for. The rest happens by itself. */
export type InvoiceAction = 'update' | 'finalize' | 'void' | 'send' | 'pay';

const onlyOpen = {
  draft: 'INVOICE_NOT_OPEN',
  open: null,
  paid: 'INVOICE_ALREADY_PAID',
  expired: 'INVOICE_NOT_OPEN',
  void: 'INVOICE_ALREADY_VOID',
} as const;

/** Why an action is refused in a state; null where it is allowed. */
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
