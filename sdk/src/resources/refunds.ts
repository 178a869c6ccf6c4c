import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { Refund, RefundClaimLink, RefundCreateParams, RefundListParams } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Full and partial refunds of completed payments: `causeway.refunds`.
 *
 * @example
 * const refunds: Refunds = causeway.refunds;
 */
export class Refunds extends Resource {
  /**
   * Refunds `amount`, or the rest of the payment. The refund is done when the `refund.completed` event arrives.
   *
   * @example
   * const refund = await causeway.refunds.create({ payment_id: payment.payment_id, amount: '10.00' });
   */
  create(params: RefundCreateParams, options?: WriteOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'POST', path: '/refunds', body: params, options });
  }

  /**
   * Says where to send a refund whose `waiting_for` is `address`. A live key needs the right `refunds.any_address`.
   *
   * @example
   * await causeway.refunds.setAddress(refund.refund_id, '0x00000000000000000000000000000000000000AA');
   */
  setAddress(refundId: string, address: string, options?: WriteOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'POST', path: path`/refunds/${refundId}/address`, body: { address }, options });
  }

  /**
   * Creates a link with which your customer gives that address. Customers with an e-mail address are mailed one.
   * A live key needs the right `refunds.any_address`.
   *
   * @example
   * const { claim_url } = await causeway.refunds.createClaimLink(refund.refund_id);
   */
  createClaimLink(refundId: string, options?: WriteOptions): Promise<WithResponse<RefundClaimLink>> {
    return this.one({ method: 'POST', path: path`/refunds/${refundId}/claim_link`, options });
  }

  /**
   * Cancels a refund that waits for your balance or for an address. Its amount can be refunded again.
   *
   * @example
   * await causeway.refunds.cancel(refund.refund_id);
   */
  cancel(refundId: string, options?: WriteOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'POST', path: path`/refunds/${refundId}/cancel`, options });
  }

  /**
   * Retrieves a refund.
   *
   * @example
   * const { status } = await causeway.refunds.get(refund.refund_id);
   */
  get(refundId: string, options?: RequestOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'GET', path: path`/refunds/${refundId}`, options });
  }

  /**
   * Lists refunds, newest first.
   *
   * @example
   * for await (const refund of causeway.refunds.list({ payment_id: payment.payment_id })) console.log(refund.amount);
   */
  list(params?: RefundListParams, options?: RequestOptions): List<Refund> {
    return this.many('/refunds', params, options, (item: Refund) => item.refund_id);
  }
}
