import type { components } from './generated/openapi.ts';
import type { Body, Query } from './types.ts';

type Schemas = components['schemas'];

/**
 * An itemized payment request. `invoice_url` can be paid while it is open.
 *
 * @example
 * const isDue = (invoice: Invoice) => invoice.status === 'open';
 */
export type Invoice = Schemas['Invoice'];

/**
 * One line of an invoice. `amount` is worked out by the service.
 *
 * @example
 * const total = (line: InvoiceLineItem) => line.amount;
 */
export type InvoiceLineItem = Invoice['line_items'][number];

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
export type VoidedInvoice = Schemas['VoidedInvoice'];

/**
 * An invoice as lists show it.
 *
 * @example
 * const line = (item: InvoiceListItem) => `${item.invoice_number} ${item.amount} ${item.currency}`;
 */
export type InvoiceListItem = Schemas['InvoiceListItem'];

/**
 * What `invoices.create` takes.
 *
 * @example
 * const params: InvoiceCreateParams = {
 *   currency: 'USD',
 *   line_items: [{ description: 'Ticket', quantity: 2, unit_price: '49.99' }],
 * };
 */
export type InvoiceCreateParams = Body<'createInvoice'>;

/**
 * What `invoices.update` takes; only what is given changes, and null clears what creation does not require.
 *
 * @example
 * const params: InvoiceUpdateParams = { due_date: '2027-01-31', memo: null };
 */
export type InvoiceUpdateParams = Body<'updateInvoice'>;

/**
 * What `invoices.finalize` takes.
 *
 * @example
 * const params: InvoiceFinalizeParams = { send_email: true };
 */
export type InvoiceFinalizeParams = Body<'finalizeInvoice'>;

/**
 * Filters and cursors of `invoices.list`.
 *
 * @example
 * const params: InvoiceListParams = { status: 'open', customer_email: 'ada@example.com' };
 */
export type InvoiceListParams = Query<'listInvoices'>;
