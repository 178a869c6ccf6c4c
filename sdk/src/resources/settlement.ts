import type { WithResponse } from '../answer.ts';
import type { RequestOptions } from '../options.ts';
import type { Settlement } from '../types.ts';
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
}
