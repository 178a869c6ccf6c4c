import type { SourcePlant } from './plant.ts';

const under = { needsSolana: true, needsCold: true };
const cold = 'treasury/transfers/solana/cold';
const refills = 'treasury/reconciliation/solana/refills.ts';

/** What goes to the cold address on Solana, and what comes back. */
export const sourcePlantsOfCold: Readonly<Record<string, SourcePlant>> = {
  'needed-leaves': {
    about: 'Money that refunds and payouts wait for goes to the cold address.',
    within: 20,
    file: `${cold}/excess.ts`,
    from: 'return known > needed ? known - needed : 0n;',
    to: 'return known > 0n && needed >= 0n ? known : 0n;',
    under,
  },
  'due-leaves': {
    about: 'Balances that are paid out within a day go to the cold address.',
    within: 20,
    file: `${cold}/cold-store.ts`,
    from: 'needed: asked + BigInt(row?.due ?? 0)',
    to: 'needed: asked',
    under,
  },
  'unbooked-leaves': {
    about: 'Money that is not booked yet goes to the cold address, whoever will wait for it.',
    within: 40,
    file: `${cold}/excess.ts`,
    from: 'const known = held < booked ? held : booked;',
    to: 'const known = booked > 0n ? held : booked;',
    under,
  },
  'hot-maximum-forgotten': {
    about: 'Money goes to the cold address that is below the maximum.',
    within: 20,
    file: `${cold}/excess.ts`,
    from: 'let over = worth - BigInt(maxUsd) * oneUsd;',
    to: 'let over = worth;',
    under,
  },
  'cold-elsewhere': {
    about: 'The cold address is not the one of the settings.',
    within: 20,
    file: `${cold}/plan-cold.ts`,
    from: '{ address: solanaCold.address, token, units }',
    to: '{ address: sender.signer.trader, token, units }',
    under,
  },
  'cold-unbooked': {
    about: 'What goes to the cold address is not booked.',
    within: 20,
    file: `${cold}/book-cold.ts`,
    from: "rows.filter(({ kind }) => kind === 'cold')",
    to: 'rows.filter(() => false)',
    under,
  },
  'refill-unasked': {
    about: 'Nobody tells the operator that refunds wait for cold money.',
    within: 20,
    file: `${cold}/plan-cold.ts`,
    from: 'if (needed <= there || cold[token] <= 0n) continue;',
    to: 'if (needed >= 0n) continue;',
    under,
  },
  'refill-twice': {
    about: 'What comes back from the cold address is booked with each look.',
    within: 20,
    file: refills,
    from: "coldPosting('refill', money, source, ",
    to: "coldPosting('refill', money, source + clock.nowMs(), ",
    under,
  },
};
