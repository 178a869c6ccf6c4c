import type { RequestOptions } from '../options.ts';
import type { List } from '../page.ts';
import type { Balance } from '../types.ts';
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
}
