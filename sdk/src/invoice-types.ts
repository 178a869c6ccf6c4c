import type { components } from './generated/openapi.ts';
import type { Body, Query } from './types.ts';

type Schemas = components['schemas'];

/**
 * An itemized payment request. While it is open, the customer can pay it at `invoice_url`.
 *
 * @example
 * const isDue = (invoice: Invoice) => invoice.status === 'open';
 */
export type Invoice = Schemas['Invoice'];

/**
 * A line item of an invoice. `amount` is calculated by the service.
 *
 * @example
 * const total = (line: InvoiceLineItem) => line.amount;
 */
export type InvoiceLineItem = Invoice['line_items'][number];

/**
 * An invoice as create, finalize and send return it, with `email_sent`.
 *
 * @example
 * const wasMailed = (invoice: SentInvoice) => invoice.email_sent;
 */
export type SentInvoice = Invoice & { email_sent: boolean };

/**
 * Result of `invoices.void`.
 *
 * @example
 * const since = (invoice: VoidedInvoice) => invoice.voided_at;
 */
export type VoidedInvoice = Schemas['VoidedInvoice'];

/**
 * An invoice in a list.
 *
 * @example
 * const line = (item: InvoiceListItem) => `${item.invoice_number} ${item.amount} ${item.currency}`;
 */
export type InvoiceListItem = Schemas['InvoiceListItem'];

/**
 * Parameters of `invoices.create`.
 *
 * @example
 * const params: InvoiceCreateParams = {
 *   currency: 'USD',
 *   line_items: [{ description: 'Ticket', quantity: 2, unit_price: '49.99' }],
 * };
 */
export type InvoiceCreateParams = Body<'createInvoice'>;

/**
 * Parameters of `invoices.update`. Fields that you leave out do not change; null clears an optional field.
 *
 * @example
 * const params: InvoiceUpdateParams = { due_date: '2027-01-31', memo: null };
 */
export type InvoiceUpdateParams = Body<'updateInvoice'>;

/**
 * Parameters of `invoices.finalize`.
 *
 * @example
 * const params: InvoiceFinalizeParams = { send_email: true };
 */
export type InvoiceFinalizeParams = Body<'finalizeInvoice'>;

/**
 * Filter and pagination parameters of `invoices.list`.
 *
 * @example
 * const params: InvoiceListParams = { status: 'open', customer_email: 'ada@example.com' };
 */
export type InvoiceListParams = Query<'listInvoices'>;
