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
 * Itemized payment requests with a link to pay them, at `causeway.invoices`.
 *
 * @example
 * const invoices: Invoices = causeway.invoices;
 */
export class Invoices extends Resource {
  /**
   * Makes a draft; with `send_email`, an open invoice that is mailed at once.
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
   * The invoice as it is now.
   *
   * @example
   * const { status, invoice_url } = await causeway.invoices.get(invoiceId);
   */
  get(invoiceId: string, options?: RequestOptions): Promise<WithResponse<Invoice>> {
    return this.one({ method: 'GET', path: path`/invoices/${invoiceId}`, options });
  }

  /**
   * Invoices, newest first.
   *
   * @example
   * for await (const invoice of causeway.invoices.list({ status: 'open' })) console.log(invoice.due_date);
   */
  list(params?: InvoiceListParams, options?: RequestOptions): List<InvoiceListItem> {
    return this.many('/invoices', params, options, (item: InvoiceListItem) => item.invoice_id);
  }

  /**
   * Changes a draft: what is given and nothing else.
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
   * Opens a draft: from now on it can be paid and no longer changed.
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
   * Cancels an open invoice for good.
   *
   * @example
   * const { voided_at } = await causeway.invoices.void(invoiceId);
   */
  void(invoiceId: string, options?: WriteOptions): Promise<WithResponse<VoidedInvoice>> {
    return this.one({ method: 'POST', path: path`/invoices/${invoiceId}/void`, options });
  }

  /**
   * Mails an open invoice to its `customer_email`, again if need be.
   *
   * @example
   * const { email_sent } = await causeway.invoices.send(invoiceId);
   */
  send(invoiceId: string, options?: WriteOptions): Promise<WithResponse<SentInvoice>> {
    return this.one({ method: 'POST', path: path`/invoices/${invoiceId}/send`, options });
  }
}
