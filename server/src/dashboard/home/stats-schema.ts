import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';

const figure = Type.Object({ volume_usd: Type.String(), count: Type.Integer() });
export type Figure = Static<typeof figure>;

const totals = Type.Object({
  ...figure.properties,
  completed: Type.Integer(),
  success_rate: nullable(Type.Number()),
  average_confirmation_seconds: nullable(Type.Number()),
  refunded_usd: Type.String(),
  refunds: Type.Integer(),
  net_usd: Type.String({
    description: 'Volume less refunds. Negative if more was refunded than came in.',
  }),
});
export type Totals = Static<typeof totals>;

const dayFigures = Type.Object({
  day: Type.String(),
  ...totals.properties,
  open: Type.Integer({ description: 'Pending or processing.' }),
  failed: Type.Integer(),
  expired: Type.Integer(),
});
export type DayFigures = Static<typeof dayFigures>;

const merchantSteps = Type.Object({
  has_key: Type.Boolean(),
  has_test_payment: Type.Boolean(),
  has_endpoint: Type.Boolean(),
  has_live_key: Type.Boolean(),
  has_live_endpoint: Type.Boolean(),
  has_payout_wallet: Type.Boolean({ description: 'In live mode.' }),
  has_live_payment: Type.Boolean(),
});
/** What a merchant has done. */
export type MerchantSteps = Static<typeof merchantSteps>;

const checklist = Type.Object({
  ...merchantSteps.properties,
  live_chains: oneOf(['none', 'no_wallet', 'not_working', 'working'], {
    description:
      'What the operator has to do before live payments can be made: turn a chain on, create the wallet, mend what is wrong.',
  }),
  hidden: Type.Boolean({ description: 'The member has dismissed the list.' }),
});
export type Checklist = Static<typeof checklist>;

const stats = Type.Object({
  currency_note: Type.String(),
  totals,
  previous: Type.Object(totals.properties, { description: 'The same number of days right before.' }),
  by_day: Type.Array(dayFigures),
  by_chain: Type.Array(Type.Object({ chain: Type.String(), ...figure.properties })),
  by_token: Type.Array(Type.Object({ token: Type.String(), ...figure.properties })),
  checklist,
});
export type Stats = Static<typeof stats>;

/** Named in the OpenAPI document of the dashboard. */
export const namedStats = { name: 'Stats', schema: stats };
