import type { SourcePlant } from './plant.ts';

const under = {
  ...{ needsLoss: true, needsSigning: false, needsRoutes: false, needsSolana: false, needsLarge: false },
  groups: ['losses', 'kill', 'nodes'],
} as const;

/** Money that was final and that a chain took back. */
export const sourcePlantsOfLosses: Readonly<Record<string, SourcePlant>> = {
  'lost-money-leaves': {
    about: 'Refunds and payouts go on whose money a chain took back.',
    within: 100,
    file: 'payments/credit/take-back-arrivals.ts',
    from: 'await holdOutgoing(ctx, tx, balances, takenBack);',
    to: 'void [holdOutgoing, takenBack, balances];',
    under,
  },
  'lost-money-stays': {
    about: 'The ledger keeps what a chain took back of the money that its payment took.',
    within: 40,
    file: 'payments/credit/take-back-arrivals.ts',
    from: 'applied: BigInt(use?.applied_units ?? 0) + units,',
    to: 'applied: (use ? 0n : 0n) + units,',
    under,
  },
  'loss-untold': {
    about: 'Nobody is told that a completed payment lacks money.',
    within: 40,
    file: 'payments/credit/credit.ts',
    from: 'await recordEvents(tx, ctx.ids, [reversedEvent(payment, missing, now)]);',
    to: 'void reversedEvent(payment, missing, now);',
    under,
  },
};
