import { Type } from 'typebox';
import { nullable } from '../../lib/fields.ts';
import { namedPayoutWithSteps } from '../../treasury/payouts/payout-schema.ts';
import { ref } from '../route-options.ts';

const url = () => nullable(Type.String());

const payoutDetail = Type.Object({
  payout: ref(namedPayoutWithSteps),
  tx_urls: Type.Array(url(), { description: 'Where to look at the transaction of each step.' }),
  route_tx_urls: Type.Array(Type.Array(url()), { description: 'The same for the steps of each route.' }),
});

/** Named in the OpenAPI document of the dashboard. */
export const namedPayoutDetail = { name: 'PayoutDetail', schema: payoutDetail };
