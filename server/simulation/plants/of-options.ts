import type { SourcePlant } from './plant.ts';

const countUnits = 'payments/credit/count-units.ts';

/** Neither Solana, where nobody has two options, nor exchanged balances, with which no quote runs out. */
const under = { needsSolana: false, needsRoutes: false };

/** Payments that can be paid in several ways, or at several prices. */
export const sourcePlantsOfOptions: Readonly<Record<string, SourcePlant>> = {
  'run-out-counts': {
    about: 'A quote that has run out counts, whatever the market says.',
    within: 40,
    file: countUnits,
    from: 'if (!hasRunOut(shown, at)) return units;',
    to: 'if (at) return units;',
    under,
  },
  'earlier-quote-forgotten': {
    about: 'Money that came before a quote was renewed counts by the new one.',
    within: 20,
    file: countUnits,
    from: 'quotes.unshift(...(await selectEarlierQuotes(sql, deposit)));',
    to: 'quotes.unshift(...(await selectEarlierQuotes(sql, deposit)).slice(0, 0));',
    under,
  },
  'second-option-taken': {
    about: 'Money by a second option is taken, too.',
    within: 30,
    file: 'payments/credit/decide-uses.ts',
    from: 'isSameAsset(payment, arrival) &&\n    isInTime',
    to: 'isInTime',
    under,
  },
  'option-changed': {
    about: 'A payment that was detected by one option completes by another.',
    within: 60,
    file: 'payments/credit/decide-move.ts',
    from: "payment.status === 'pending' || isSameAsset(payment, deposit)",
    to: "payment.status === 'pending' || deposit.payment_id === payment.payment_id",
    under,
  },
  'parts-of-large': {
    about: 'Large money is final by depth when it comes in two transfers.',
    within: 20,
    file: 'payments/credit/large-payments.ts',
    from: 'return usesTag ? addressesWorth(tx, chain, addresses, largeUsd) : [];',
    to: 'return usesTag ? [] : addressesWorth(tx, chain, addresses, largeUsd);',
    under,
  },
};
