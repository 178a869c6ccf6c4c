import { type Plant, rewriting } from './plant.ts';

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
  'credit-unbooked': {
    about: 'Unapplied money is credited and not booked.',
    within: 20,
    rewrite: unbooked('credit'),
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
    prepare: (ctx) => void ctx.transferFollowers.splice(2, 1),
  },
  'return-unended': {
    about: 'Returns are not told that their transfer has ended.',
    within: 20,
    prepare: (ctx) => void ctx.transferFollowers.splice(1, 1),
  },
  'schedule-forgotten': {
    about: 'A merchant whose schedule was due once is not looked at again.',
    within: 20,
    rewrite: rewriting(
      'update settlement_settings s set due_at = $1',
      'due_at = $1',
      "due_at = $1::timestamptz + interval '1 year'",
    ),
  },
  'taken-by-two': {
    about: 'A transfer that another worker has taken is taken again.',
    within: 40,
    rewrite: rewriting(
      'update transfers set status',
      /and status = any\((\$\d+)::text\[\]\)/,
      'and (status = any($1::text[]) or true)',
    ),
  },
} as const satisfies Record<string, Plant>;
