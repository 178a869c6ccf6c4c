import { Type } from 'typebox';
import { nullable } from '../../lib/fields.ts';
import { namedPayoutWithSteps } from '../../treasury/payouts/payout-schema.ts';
import { ref } from '../route-options.ts';

const url = () => nullable(Type.String());

const payoutDetail = Type.Object({
  payout: ref(namedPayoutWithSteps),
  started_by: nullable(
    Type.Object(
      { member_email: nullable(Type.String()), key_id: nullable(Type.String()) },
      {
        description:
          'The member or the API key that asked for this payout. Null for the schedule, for "Pay out everything", and once the logs no longer tell.',
      },
    ),
  ),
  tx_urls: Type.Array(url(), { description: 'Where to look at the transaction of each step.' }),
  route_tx_urls: Type.Array(Type.Array(url()), { description: 'The same for the steps of each route.' }),
});

/** Named in the OpenAPI document of the dashboard. */
export const namedPayoutDetail = { name: 'PayoutDetail', schema: payoutDetail };
