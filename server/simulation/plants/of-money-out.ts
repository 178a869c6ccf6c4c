import { type Plant, rewriting, untold } from './plant.ts';

const unbooked = (kind: string) =>
  rewriting(
    'insert into ledger_entries',
    'as entry (source, kind)',
    `as entry (source, kind) where entry.kind <> '${kind}'`,
  );

/** What leaves the merchant's side: payouts, returns, sweeps. */
export const plantsOfMoneyOut = {
  'payout-unbooked': {
    about: 'A payout leaves, and the balance stays.',
    within: 10,
    rewrite: unbooked('payout'),
  },
  'return-unbooked': {
    about: 'Unapplied money is sent back and not booked.',
    within: 20,
    rewrite: unbooked('return'),
  },
  'sweep-unbooked': {
    about: 'Money is swept into the vault, and the ledger has it at deposit addresses.',
    within: 10,
    rewrite: unbooked('sweep'),
  },
  'wallet-without-delay': {
    about: 'A changed wallet holds at once.',
    within: 40,
    rewrite: rewriting(
      'insert into payout_wallets',
      /\$6,\s+\$7, \$8\)/,
      "$6, least($7, $7 - interval '1 day'), $8)",
    ),
  },
  'payout-unended': {
    about: 'Payouts are not told that their transfer has ended.',
    within: 10,
    prepare: (ctx) => untold(ctx, 'payout'),
  },
} as const satisfies Record<string, Plant>;
