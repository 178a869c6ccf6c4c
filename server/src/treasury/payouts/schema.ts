import { type Static, Type } from 'typebox';
import { chainIds, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { Balance as BalanceRow } from './balances.ts';
import { namedPayout, namedPayoutWithSteps } from './payout-schema.ts';
import { namedWayQuote } from './settings/quote-schema.ts';
import { namedSettlement } from './settings/settings-schema.ts';

const balanceResource = Type.Object({
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  available: Type.String({
    description:
      'Can be paid out: completed payments less fees, refunds and payouts, also those that are being sent, and less what refunds wait for. Six decimals. Below zero only after a chain took back money that was final, or the operator restored a backup.',
  }),
  pending: Type.String({
    description: 'Payments in `processing`: seen on chain and not final, before fees. Six decimals.',
  }),
  in_transit: Type.String({ description: 'Payouts that are being sent. Six decimals.' }),
  refunding: Type.String({ description: 'Refunds that are being sent. Six decimals.' }),
  missing: Type.String({
    description:
      'What refunds that wait for this balance lack. Payments in this token on this chain make up for it, or a top-up. Six decimals.',
  }),
  amount: nullable(
    Type.String({
      description:
        'What `available` is worth now, in `currency`. Two decimals. Null while there is no price.',
    }),
  ),
  currency: oneOf(currencies, { description: 'Currency of your settlement settings.' }),
});
type Balance = Static<typeof balanceResource>;

const payable = Type.Object(
  {
    token_amount: Type.String({ description: 'All that can be paid out now. Six decimals.' }),
    amount: Type.String({ description: 'What that is worth now, in `currency`. Two decimals.' }),
    stays: Type.String({ description: 'The reserve, which stays in the balance. Six decimals.' }),
    address: Type.String({ description: 'The payout wallet of this chain.' }),
    into: nullable(
      Type.Object(
        { chain: oneOf(chainIds), token: oneOf(tokens), address: nullable(Type.String()) },
        {
          description:
            'What paying out everything exchanges it into first, and the wallet which that is paid to (null: none is set). Null: it is paid as received.',
        },
      ),
    ),
    scheduled_to: nullable(
      Type.String({
        description: 'The wallet that the schedule would pay this to now; null: it would wait.',
      }),
    ),
  },
  { description: 'What a payout of all of it would send now; null while there is none.' },
);

type Payable = Static<typeof payable>;

const balanceOutlook = Type.Object(
  {
    ...balanceResource.properties,
    reason: nullable(Type.String({ description: 'Null when it can be paid out.' })),
    explanation: nullable(Type.String()),
    payable: nullable(payable),
    routing: nullable(
      Type.String({
        description:
          'What became of its last exchange into the settlement asset; null when there is nothing to say.',
      }),
    ),
  },
  { description: 'A balance, and what keeps it from being paid out now.' },
);
export type BalanceOutlook = Static<typeof balanceOutlook>;

/** Named in the OpenAPI document of the dashboard. */
export const namedBalanceOutlook = { name: 'BalanceOutlook', schema: balanceOutlook };
/** Named in the OpenAPI document. */
export const namedBalance = { name: 'Balance', schema: balanceResource };
export const settlementResources = [
  namedBalance,
  namedSettlement,
  namedPayout,
  namedPayoutWithSteps,
  namedWayQuote,
];

export function toPayable(
  { chain, token, available }: BalanceRow,
  plan: { units: bigint; worthMinor: bigint; address: string },
  { into, scheduledTo }: { into: Payable['into']; scheduledTo: string | null },
): Payable {
  const decimals = tokenDecimals(chain, token);
  return {
    token_amount: formatTokenAmount(plan.units, decimals),
    amount: formatFiat(plan.worthMinor),
    stays: formatTokenAmount(available - plan.units, decimals),
    address: plan.address,
    into,
    scheduled_to: scheduledTo,
  };
}

export function toBalance(row: BalanceRow): Balance {
  const { chain, token, available, pending, inTransit, refunding, missing, worthMinor, currency } = row;
  const decimals = tokenDecimals(chain, token);
  return {
    chain,
    token,
    available: formatTokenAmount(available, decimals),
    pending: formatTokenAmount(pending, decimals),
    in_transit: formatTokenAmount(inTransit, decimals),
    refunding: formatTokenAmount(refunding, decimals),
    missing: formatTokenAmount(missing, decimals),
    amount: worthMinor === null ? null : formatFiat(worthMinor),
    currency,
  };
}
