import { type Static, Type } from 'typebox';
import { chainIds, tokenDecimals, tokens } from '../chains/registry.ts';
import { oneOf } from '../fields.ts';
import { formatTokenAmount } from '../money.ts';
import type { Balance as BalanceRow } from './balances.ts';
import { namedPayout, namedPayoutWithSteps } from './payout-schema.ts';
import { namedWayQuote } from './quote-schema.ts';
import { namedSettlement } from './settings-schema.ts';

const balanceResource = Type.Object({
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  available: Type.String({
    description:
      'Completed payments less fees, refunds and payouts, also those that are being sent. Six decimals. Negative when refunds took more than there was.',
  }),
  pending: Type.String({
    description: 'Payments in `processing`: seen on chain and not final, before fees. Six decimals.',
  }),
  in_transit: Type.String({ description: 'Payouts that are being sent. Six decimals.' }),
});
export type Balance = Static<typeof balanceResource>;

/** Named in the OpenAPI document. */
export const namedBalance = { name: 'Balance', schema: balanceResource };
export const settlementResources = [
  namedBalance,
  namedSettlement,
  namedPayout,
  namedPayoutWithSteps,
  namedWayQuote,
];

export function toBalance({ chain, token, available, pending, inTransit }: BalanceRow): Balance {
  const decimals = tokenDecimals(chain, token);
  return {
    chain,
    token,
    available: formatTokenAmount(available, decimals),
    pending: formatTokenAmount(pending, decimals),
    in_transit: formatTokenAmount(inTransit, decimals),
  };
}
