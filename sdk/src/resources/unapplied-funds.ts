import type { WithResponse } from '../answer.ts';
import type { RequestOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { UnappliedFund, UnappliedFundListParams } from '../types.ts';
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
   * Lists unapplied funds, newest first.
   *
   * @example
   * for await (const fund of causeway.unappliedFunds.list({ status: 'open' })) console.log(fund.reason);
   */
  list(params?: UnappliedFundListParams, options?: RequestOptions): List<UnappliedFund> {
    return this.many('/unapplied_funds', params, options, (item: UnappliedFund) => item.unapplied_id);
  }
}
