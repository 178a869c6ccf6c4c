import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import type { Settlement, SettlementQuote, SettlementQuoteParams, ToApprove } from '../types.ts';
import { Resource } from './resource.ts';

/**
 * When and where your balances are paid out: `causeway.settlement`. Change it in the dashboard.
 *
 * @example
 * const settings: SettlementSettings = causeway.settlement;
 */
export class SettlementSettings extends Resource {
  /**
   * Retrieves schedule, minimum, reserve and payout wallets.
   *
   * @example
   * const { schedule, wallets } = await causeway.settlement.get();
   */
  get(options?: RequestOptions): Promise<WithResponse<Settlement>> {
    return this.one({ method: 'GET', path: '/settlement', options });
  }

  /**
   * Pays out all balances now, whatever your schedule and minimum, in your settlement asset if you chose one. Payouts
   * are made within seconds, those of exchanged balances when the exchange is done. Where a second member has to approve it,
   * the answer has only `pending_approval`.
   *
   * @example
   * await causeway.settlement.payOut();
   */
  payOut(options?: WriteOptions): Promise<WithResponse<Settlement | ToApprove>> {
    return this.one({ method: 'POST', path: '/settlement/pay_out', options });
  }

  /**
   * Quotes what 100 USD of each payment option would be paid out as, in one asset. There is one page.
   *
   * @example
   * const ways = causeway.settlement.quote({ chain: 'base', token: 'USDC' });
   * for await (const { token, arriving_amount } of ways) console.log(token, arriving_amount);
   */
  quote(params: SettlementQuoteParams, options?: RequestOptions): List<SettlementQuote> {
    return this.many(
      '/settlement/quote',
      params,
      options,
      ({ chain, token }: SettlementQuote) => `${chain} ${token}`,
    );
  }
}
