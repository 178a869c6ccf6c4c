import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type { Payout, PayoutCreateParams, PayoutListParams, PayoutWithSteps, ToApprove } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Payouts of your balances to your payout wallets: `causeway.payouts`.
 *
 * @example
 * const payouts: Payouts = causeway.payouts;
 */
export class Payouts extends Resource {
  /**
   * Pays out `token_amount`, or all that is available. The payout is done when the `payout.completed` event arrives. Where a
   * second member has to approve it, the answer has only `pending_approval`: there is no payout until then.
   *
   * @example
   * const payout = await causeway.payouts.create({ chain: 'base', token: 'USDC' });
   * if ('pending_approval' in payout) console.log(`to be approved until ${payout.pending_approval.expires_at}`);
   * else console.log(payout.payout_id);
   */
  create(params: PayoutCreateParams, options?: WriteOptions): Promise<WithResponse<Payout | ToApprove>> {
    return this.one({ method: 'POST', path: '/payouts', body: params, options });
  }

  /**
   * Retrieves a payout with its steps.
   *
   * @example
   * const { status, steps } = await causeway.payouts.get(payout.payout_id);
   */
  get(payoutId: string, options?: RequestOptions): Promise<WithResponse<PayoutWithSteps>> {
    return this.one({ method: 'GET', path: path`/payouts/${payoutId}`, options });
  }

  /**
   * Lists payouts, newest first.
   *
   * @example
   * for await (const payout of causeway.payouts.list({ status: 'failed' })) console.log(payout.failure_message);
   */
  list(params?: PayoutListParams, options?: RequestOptions): List<Payout> {
    return this.many('/payouts', params, options, (item: Payout) => item.payout_id);
  }
}
