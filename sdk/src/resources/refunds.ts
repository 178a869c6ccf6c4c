import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { Refund, RefundCreateParams, RefundListParams } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Full or partial returns of completed payments, at `causeway.refunds`.
 *
 * @example
 * const refunds: Refunds = causeway.refunds;
 */
export class Refunds extends Resource {
  /**
   * Refunds a payment: all that is left of it, or `amount`. It is done when `refund.completed` comes.
   *
   * @example
   * const refund = await causeway.refunds.create({ payment_id: payment.payment_id, amount: '10.00' });
   */
  create(params: RefundCreateParams, options?: WriteOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'POST', path: '/refunds', body: params, options });
  }

  /**
   * The refund as it is now.
   *
   * @example
   * const { status } = await causeway.refunds.get(refund.refund_id);
   */
  get(refundId: string, options?: RequestOptions): Promise<WithResponse<Refund>> {
    return this.one({ method: 'GET', path: path`/refunds/${refundId}`, options });
  }

  /**
   * Refunds, newest first.
   *
   * @example
   * for await (const refund of causeway.refunds.list({ payment_id: payment.payment_id })) console.log(refund.amount);
   */
  list(params?: RefundListParams, options?: RequestOptions): List<Refund> {
    return this.many('/refunds', params, options, (item: Refund) => item.refund_id);
  }
}
