import { post } from '../../src/treasury/ledger/ledger.ts';
import { routeEndedPosting } from '../../src/treasury/ledger/route-postings.ts';
import { type Plant, rewriting } from './plant.ts';

/** Balances that are exchanged. */
export const plantsOfRoutes = {
  'route-booked-twice': {
    about: 'What a route brought is booked twice, under two names.',
    within: 20,
    needsRoutes: true,
    prepare: (ctx) => {
      const { routeEnded } = ctx.followers;
      ctx.followers.routeEnded = async (tx, route, into) => {
        await routeEnded(tx, route, into);
        const { route_id, merchant_id, environment, arrived_units, created_at } = route;
        const units = BigInt(arrived_units ?? '0');
        const money = { environment, merchantId: merchant_id, ...into, units };
        await post(tx, [routeEndedPosting(money, `${route_id}:again`, created_at)]);
      };
    },
  },
  'route-unbooked': {
    about: 'Balances are exchanged, and the ledger has what they were.',
    within: 20,
    needsRoutes: true,
    rewrite: rewriting(
      'insert into ledger_entries',
      'as entry (source, kind)',
      "as entry (source, kind) where entry.kind <> 'route'",
    ),
  },
} as const satisfies Record<string, Plant>;
