import { type Static, Type } from 'typebox';
import { createPayoutBody } from '../../treasury/payouts/payout-schema.ts';

const { chain, token } = createPayoutBody.properties;

export const topUpBody = Type.Object({ chain, token });
export type TopUpBody = Static<typeof topUpBody>;
