import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type {
  ReturnClaimLink,
  UnappliedFund,
  UnappliedFundListParams,
  UnappliedFundReturnParams,
} from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Live money that arrived for a payment and was not counted for it: `causeway.unappliedFunds`.
 *
 * @example
 * const unapplied: UnappliedFunds = causeway.unappliedFunds;
 */
export class UnappliedFunds extends Resource {
  /**
   * Retrieves one.
   *
   * @example
   * const { reason } = await causeway.unappliedFunds.get('unf_01jd2xv6k3q8h4m7n9p0r2s5t6');
   */
  get(unappliedId: string, options?: RequestOptions): Promise<WithResponse<UnappliedFund>> {
    return this.one({ method: 'GET', path: path`/unapplied_funds/${unappliedId}`, options });
  }

  /**
   * Sends it back to its payer, or to `address`, for which a live key needs the right `refunds.any_address`. It is `returning` until the transaction is final, then `returned`.
   * If nobody knows the customer's address, the customer is mailed a link to give one, and it stays `open` until then.
   *
   * @example
   * const { status } = await causeway.unappliedFunds.return(fund.unapplied_id);
   */
  return(
    unappliedId: string,
    params: UnappliedFundReturnParams = {},
    options?: WriteOptions,
  ): Promise<WithResponse<UnappliedFund>> {
    return this.one({
      method: 'POST',
      path: path`/unapplied_funds/${unappliedId}/return`,
      body: params,
      options,
    });
  }

  /**
   * Creates a link with which your customer says where to return it. A live key needs the right `refunds.any_address`.
   *
   * @example
   * const { claim_url } = await causeway.unappliedFunds.createClaimLink(fund.unapplied_id);
   */
  createClaimLink(unappliedId: string, options?: WriteOptions): Promise<WithResponse<ReturnClaimLink>> {
    return this.one({ method: 'POST', path: path`/unapplied_funds/${unappliedId}/claim_link`, options });
  }

  /**
   * Adds it to your balance, less the operator's fee.
   *
   * @example
   * const { status } = await causeway.unappliedFunds.credit(fund.unapplied_id);
   */
  credit(unappliedId: string, options?: WriteOptions): Promise<WithResponse<UnappliedFund>> {
    return this.one({ method: 'POST', path: path`/unapplied_funds/${unappliedId}/credit`, options });
  }

  /**
   * Lists unapplied funds, newest first.
   *
   * @example
   * for await (const fund of causeway.unappliedFunds.list({ status: 'open' })) console.log(fund.reason);
   */
  list(params?: UnappliedFundListParams, options?: RequestOptions): List<UnappliedFund> {
    return this.many('/unapplied_funds', params, options, (item: UnappliedFund) => item.unapplied_id);
  }
}
