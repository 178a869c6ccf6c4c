import { type Static, Type } from 'typebox';
import { createPayoutBody } from '../../treasury/payouts/payout-schema.ts';

const { chain, token } = createPayoutBody.properties;

export const topUpBody = Type.Object({
  chain,
  token,
  token_amount: Type.Optional(
    Type.String({
      maxLength: 80,
      description:
        'Decimal string in units of the token. Without it, what the refunds that wait for this balance lack.',
    }),
  ),
});
export type TopUpBody = Static<typeof topUpBody>;
