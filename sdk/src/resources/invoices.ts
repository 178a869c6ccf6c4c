import type { WithResponse } from '../answer.ts';
import type {
  Invoice,
  InvoiceCreateParams,
  InvoiceFinalizeParams,
  InvoiceListItem,
  InvoiceListParams,
  InvoiceUpdateParams,
  SentInvoice,
  VoidedInvoice,
} from '../invoice-types.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import { Resource } from './resource.ts';

/**
 * Invoices: `causeway.invoices`.
 *
 * @example
 * const invoices: Invoices = causeway.invoices;
 */
export class Invoices extends Resource {
  /**
   * Creates a draft. With `send_email: true`, creates an open invoice and e-mails it to the customer.
   *
   * @example
   * const invoice = await causeway.invoices.create({
   *   currency: 'EUR',
   *   customer_email: 'ada@example.com',
   *   line_items: [{ description: 'Consulting, hours', quantity: 3, unit_price: '120.00' }],
   *   tax_rate: '0.19',
   * });
   */
  create(params: InvoiceCreateParams, options?: WriteOptions): Promise<WithResponse<SentInvoice>> {
    return this.one({ method: 'POST', path: '/invoices', body: params, options });
  }

  /**
   * Retrieves an invoice.
   *
   * @example
   * const { status, invoice_url } = await causeway.invoices.get(invoiceId);
   */
  get(invoiceId: string, options?: RequestOptions): Promise<WithResponse<Invoice>> {
    return this.one({ method: 'GET', path: path`/invoices/${invoiceId}`, options });
  }

  /**
   * Lists invoices, newest first.
   *
   * @example
   * for await (const invoice of causeway.invoices.list({ status: 'open' })) console.log(invoice.due_date);
   */
  list(params?: InvoiceListParams, options?: RequestOptions): List<InvoiceListItem> {
    return this.many('/invoices', params, options, (item: InvoiceListItem) => item.invoice_id);
  }

  /**
   * Updates a draft. Fields that you leave out do not change.
   *
   * @example
   * await causeway.invoices.update(invoiceId, { memo: 'Thank you', due_date: '2027-01-31' });
   */
  update(
    invoiceId: string,
    params: InvoiceUpdateParams,
    options?: RequestOptions,
  ): Promise<WithResponse<Invoice>> {
    return this.one({ method: 'PATCH', path: path`/invoices/${invoiceId}`, body: params, options });
  }

  /**
   * Finalizes a draft: it becomes open, can be paid and can no longer be updated.
   *
   * @example
   * const { invoice_url } = await causeway.invoices.finalize(invoiceId, { send_email: true });
   */
  finalize(
    invoiceId: string,
    params: InvoiceFinalizeParams = {},
    options?: WriteOptions,
  ): Promise<WithResponse<SentInvoice>> {
    return this.one({ method: 'POST', path: path`/invoices/${invoiceId}/finalize`, body: params, options });
  }

  /**
   * Voids an open invoice. This cannot be undone.
   *
   * @example
   * const { voided_at } = await causeway.invoices.void(invoiceId);
   */
  void(invoiceId: string, options?: WriteOptions): Promise<WithResponse<VoidedInvoice>> {
    return this.one({ method: 'POST', path: path`/invoices/${invoiceId}/void`, options });
  }

  /**
   * E-mails an open invoice to its `customer_email`. Can be called again to resend it.
   *
   * @example
   * const { email_sent } = await causeway.invoices.send(invoiceId);
   */
  send(invoiceId: string, options?: WriteOptions): Promise<WithResponse<SentInvoice>> {
    return this.one({ method: 'POST', path: path`/invoices/${invoiceId}/send`, options });
  }
}
