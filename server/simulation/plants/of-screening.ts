import type { SourcePlant } from './plant.ts';

const under = { needsScreening: true, needsSolana: false, needsRoutes: false };

/** Money that somebody stops. */
export const sourcePlantsOfScreening: Readonly<Record<string, SourcePlant>> = {
  'held-leaves': {
    about: 'What screening holds is sent.',
    within: 20,
    file: 'treasury/transfers/store.ts',
    from: ") = 'ok' or kind <> all(",
    to: ") <> 'unasked' or kind <> all(",
    under,
  },
  'unasked-leaves': {
    about: 'Money is sent before anybody was asked about its recipient.',
    within: 20,
    file: 'treasury/transfers/store.ts',
    from: "isScreened ? 'unasked' : 'ok'",
    to: "isScreened ? 'ok' : 'ok'",
    under,
  },
  'held-counts': {
    about: 'Money that came counts whatever screening says.',
    within: 20,
    file: 'chains/watching/arrival-store.ts',
    from: "(select s.verdict from screenings s where s.direction = 'in'",
    to: "(select 'ok'::text from screenings s where s.direction = 'in'",
    under,
  },
  'held-returned': {
    about: 'Held money can be returned and credited.',
    within: 40,
    file: 'payments/unapplied-funds/open-funds.ts',
    from: "if (row.reason === 'screening') throw heldByScreening(row);",
    to: "if (row.reason === 'late' && row.status === 'reversed') throw heldByScreening(row);",
    under,
  },
};
