import { type Static, Type } from 'typebox';
import { chainIds } from '../../lib/chains/registry.ts';
import { oneOf } from '../../lib/fields.ts';
import { chainStates } from '../developers/chain-schema.ts';

/** Counts end here, so that they cost the same however much there is. */
export const mostCounted = 100;

const attention = Type.Object(
  {
    chains: Type.Array(
      Type.Object({
        chain: oneOf(chainIds),
        state: oneOf(chainStates),
        payouts_stopped: Type.Boolean({ description: 'Less is on the chain than the ledger says.' }),
      }),
      { description: 'Live chains that do not work, or whose payouts are stopped.' },
    ),
    unapplied: Type.Integer({ description: 'Unapplied money that nobody has decided about.' }),
    waiting_refunds: Type.Integer({ description: 'Refunds that wait for an address or for the balance.' }),
    failed_payouts: Type.Integer({
      description: 'Balances whose last payout failed, within 30 days.',
    }),
    approvals: Type.Integer({ description: 'What a second member has to approve. Live mode only.' }),
    failing_endpoints: Type.Integer({ description: 'Webhook endpoints that fail, or that were disabled.' }),
  },
  { description: `What somebody should do something about. Counts are at most ${mostCounted}.` },
);
export type Attention = Static<typeof attention>;

/** Named in the OpenAPI document of the dashboard. */
export const namedAttention = { name: 'Attention', schema: attention };
