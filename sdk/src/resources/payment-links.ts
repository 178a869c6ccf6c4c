import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type {
  PaymentLink,
  PaymentLinkCreateParams,
  PaymentLinkListItem,
  PaymentLinkListParams,
  PaymentLinkPaymentListParams,
  PaymentLinkUpdateParams,
} from '../payment-link-types.ts';
import type { PaymentListItem } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Links that many customers can pay: `causeway.paymentLinks`.
 *
 * @example
 * const links: PaymentLinks = causeway.paymentLinks;
 */
export class PaymentLinks extends Resource {
  /**
   * Creates a payment link. Share its `url`, or print it as a QR code.
   *
   * @example
   * const { url } = await causeway.paymentLinks.create({ name: 'Coffee', amount: '3.50', currency: 'EUR' });
   */
  create(params: PaymentLinkCreateParams, options?: WriteOptions): Promise<WithResponse<PaymentLink>> {
    return this.one({ method: 'POST', path: '/payment_links', body: params, options });
  }

  /**
   * Retrieves a payment link, with the number of its completed payments.
   *
   * @example
   * const { completed_payments } = await causeway.paymentLinks.get(paymentLinkId);
   */
  get(paymentLinkId: string, options?: RequestOptions): Promise<WithResponse<PaymentLink>> {
    return this.one({ method: 'GET', path: path`/payment_links/${paymentLinkId}`, options });
  }

  /**
   * Lists payment links, newest first.
   *
   * @example
   * for await (const link of causeway.paymentLinks.list({ status: 'active' })) console.log(link.url);
   */
  list(params?: PaymentLinkListParams, options?: RequestOptions): List<PaymentLinkListItem> {
    return this.many('/payment_links', params, options, (item: PaymentLinkListItem) => item.payment_link_id);
  }

  /**
   * Turns a payment link on or off. Payments made from it before stay valid.
   *
   * @example
   * await causeway.paymentLinks.update(paymentLinkId, { status: 'inactive' });
   */
  update(
    paymentLinkId: string,
    params: PaymentLinkUpdateParams,
    options?: RequestOptions,
  ): Promise<WithResponse<PaymentLink>> {
    return this.one({ method: 'PATCH', path: path`/payment_links/${paymentLinkId}`, body: params, options });
  }

  /**
   * Lists the payments made from a link, newest first, also unpaid ones.
   *
   * @example
   * for await (const payment of causeway.paymentLinks.listPayments(paymentLinkId)) console.log(payment.status);
   */
  listPayments(
    paymentLinkId: string,
    params?: PaymentLinkPaymentListParams,
    options?: RequestOptions,
  ): List<PaymentListItem> {
    const id = (item: PaymentListItem) => item.payment_id;
    return this.many(path`/payment_links/${paymentLinkId}/payments`, params, options, id);
  }
}
