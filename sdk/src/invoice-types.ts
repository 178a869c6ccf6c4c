import type { Chain, Currency, Payment, PaymentCreateParams, PaymentListParams, Token } from './types.ts';

// As the contract states them: docs/openapi.json does not hold invoices yet. When it does, these become aliases of the
// generated types, as in types.ts.

/**
 * One line of an invoice. `amount` is worked out by the service.
 *
 * @example
 * const total = (line: InvoiceLineItem) => line.amount;
 */
export interface InvoiceLineItem {
  description: string;
  quantity: number;
  /** Decimal string. */
  unit_price: string;
  /** Decimal string: quantity times unit price. */
  amount: string;
}

/**
 * An itemized payment request. `invoice_url` can be paid while it is open.
 *
 * @example
 * const isDue = (invoice: Invoice) => invoice.status === 'open';
 */
export interface Invoice {
  /** Prefix `inv_`. */
  invoice_id: string;
  status: 'draft' | 'open' | 'paid' | 'expired' | 'void';
  invoice_number: string;
  /** Decimal string: subtotal and tax. */
  amount: string;
  currency: Currency;
  customer_email: string | null;
  customer_name: string | null;
  line_items: InvoiceLineItem[];
  subtotal: string;
  /** A fraction: eight percent is `0.08`. */
  tax_rate: string;
  tax_amount: string;
  memo: string | null;
  /** YYYY-MM-DD. */
  due_date: string;
  invoice_url: string;
  metadata: Payment['metadata'];
  accepted_chains: Chain[];
  accepted_tokens: Token[];
  created_at: string;
  /** Absent until paid. */
  payment_id?: string;
  /** Absent until paid. */
  chain?: Chain;
  /** Absent until paid. */
  token?: Token;
  /** Absent until paid. */
  paid_at?: string;
  /** Absent until voided. */
  voided_at?: string;
}

/**
 * What creating, finalizing and sending answer: the invoice, and whether it was mailed.
 *
 * @example
 * const wasMailed = (invoice: SentInvoice) => invoice.email_sent;
 */
export type SentInvoice = Invoice & { email_sent: boolean };

/**
 * What voiding answers.
 *
 * @example
 * const since = (invoice: VoidedInvoice) => invoice.voided_at;
 */
export interface VoidedInvoice {
  invoice_id: string;
  status: 'void';
  voided_at: string;
}

/**
 * An invoice as lists show it.
 *
 * @example
 * const line = (item: InvoiceListItem) => `${item.invoice_number} ${item.amount} ${item.currency}`;
 */
export type InvoiceListItem = Pick<
  Invoice,
  | 'invoice_id'
  | 'status'
  | 'invoice_number'
  | 'amount'
  | 'currency'
  | 'customer_email'
  | 'customer_name'
  | 'due_date'
  | 'created_at'
>;

/**
 * What `invoices.create` takes.
 *
 * @example
 * const params: InvoiceCreateParams = {
 *   currency: 'USD',
 *   line_items: [{ description: 'Ticket', quantity: 2, unit_price: '49.99' }],
 * };
 */
export interface InvoiceCreateParams
  extends Pick<
    PaymentCreateParams,
    'currency' | 'customer_email' | 'metadata' | 'accepted_chains' | 'accepted_tokens'
  > {
  /** 1 to 200. */
  line_items: Omit<InvoiceLineItem, 'amount'>[];
  customer_name?: string;
  /** Generated when absent. */
  invoice_number?: string;
  memo?: string;
  /** YYYY-MM-DD, after today; 30 days from today when absent. */
  due_date?: string;
  /** A fraction: eight percent is `0.08`. */
  tax_rate?: string;
  /** Open it and mail it to `customer_email` at once. */
  send_email?: boolean;
}

type Changeable = Omit<InvoiceCreateParams, 'send_email'>;

/**
 * What `invoices.update` takes; only what is given changes, and null clears what creation does not require.
 *
 * @example
 * const params: InvoiceUpdateParams = { due_date: '2027-01-31', memo: null };
 */
export type InvoiceUpdateParams = {
  [Field in keyof Changeable]?: Changeable[Field] | (undefined extends Changeable[Field] ? null : never);
};

/**
 * What `invoices.finalize` takes.
 *
 * @example
 * const params: InvoiceFinalizeParams = { send_email: true };
 */
export interface InvoiceFinalizeParams {
  send_email?: boolean;
}

/**
 * Filters and cursors of `invoices.list`.
 *
 * @example
 * const params: InvoiceListParams = { status: 'open', customer_email: 'ada@example.com' };
 */
export interface InvoiceListParams extends Omit<PaymentListParams, 'status' | 'reference_id'> {
  status?: Invoice['status'];
  customer_email?: string;
}
