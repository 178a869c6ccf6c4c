import type { Context } from '../../app/context.ts';
import { type ChainId, type Token, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { fiatMinorOf } from '../../lib/money.ts';
import { rateDecimals } from './rates.ts';

/** In cents of USD; null without a price. */
export function usdMinorOf(
  { rates }: Pick<Context, 'rates'>,
  environment: Environment,
  { chain, token, units }: { chain: ChainId; token: Token; units: bigint },
): bigint | null {
  const rate = rates[environment].usdPerToken(token);
  if (rate === null) return null;
  return fiatMinorOf(units, rate, 10n ** BigInt(rateDecimals), tokenDecimals(chain, token));
}
