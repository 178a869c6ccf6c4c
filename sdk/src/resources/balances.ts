import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import type { Balance, BalanceTopUpParams, Payment } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * What you have, for each chain and token: `causeway.balances`.
 *
 * @example
 * const balances: Balances = causeway.balances;
 */
export class Balances extends Resource {
  /**
   * Lists your balances. There is one page.
   *
   * @example
   * for await (const { chain, token, available } of causeway.balances.list()) console.log(chain, token, available);
   */
  list(options?: RequestOptions): List<Balance> {
    return this.many('/balances', {}, options, ({ chain, token }: Balance) => `${chain} ${token}`);
  }

  /**
   * Creates a payment with which you top up a balance by what refunds that wait for it lack. Pay it at its `checkout_url`.
   *
   * @example
   * const { checkout_url } = await causeway.balances.topUp({ chain: 'base', token: 'USDC' });
   */
  topUp(params: BalanceTopUpParams, options?: WriteOptions): Promise<WithResponse<Payment>> {
    return this.one({ method: 'POST', path: '/balances/top_up', body: params, options });
  }
}
