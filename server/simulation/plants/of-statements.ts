import { type Plant, rewriting } from './plant.ts';

/** Guards and rows that a statement forgets. */
export const plantsOfStatements = {
  'forget-arrivals': {
    about: 'What a step finds is not stored, and the cursor moves on.',
    within: 3,
    rewrite: rewriting('insert into arrivals', 'boolean[])', 'boolean[]) limit 0'),
  },
  'abandoned-stays': {
    about: 'Arrivals in abandoned blocks stay.',
    within: 20,
    rewrite: rewriting("set state = 'gone'", "state in ('seen', 'final')", 'false'),
  },
  'forget-events': {
    about: 'Moves are not told.',
    within: 3,
    rewrite: rewriting(
      'insert into events',
      /::timestamptz\[\]\)\s+returning/,
      "::timestamptz[]) as e (event_id, m, n, type) where type <> 'payment.processing' returning",
    ),
  },
  'key-forgotten': {
    about: 'A request that is repeated with its key is carried out again.',
    within: 10,
    rewrite: rewriting(
      'insert into idempotency_keys as kept',
      /where kept\.expires_at <= (\$\d+)/,
      'where (kept.expires_at <= $1 or true)',
    ),
  },
  'nonce-from-chain': {
    about: 'The next nonce is the one that the chain has not used at its final block.',
    within: 20,
    rewrite: rewriting(
      'insert into transfer_nonces',
      'greatest(n.next_nonce, ',
      'least(n.next_nonce * 1000, ',
    ),
  },
  'double-refund': {
    about: 'Twice the refund is sent.',
    within: 10,
    rewrite: rewriting('insert into transfers', '::numeric', '::numeric * 2'),
  },
  'wrong-recipient': {
    about: 'Refunds go to somebody else.',
    within: 10,
    rewrite: rewriting(
      'insert into transfers',
      /(values \(\$1, \$2, \$3, \$4, \$5, \$6,\s+)\$7/,
      `$1coalesce('0x${'dead'.repeat(10)}', $7)`,
    ),
  },
  'other-chain': {
    about: 'Whatever is sent is sent on the first chain.',
    within: 10,
    rewrite: rewriting(
      'insert into transfers',
      /(values \(\$1, \$2, \$3, \$4, )\$5/,
      `$1coalesce('base', $5)`,
    ),
  },
  'arrival-unbooked': {
    about: 'Final money is not booked.',
    within: 3,
    rewrite: rewriting(
      'insert into ledger_entries',
      'as entry (source, kind)',
      "as entry (source, kind) where entry.kind <> 'arrival'",
    ),
  },
  'refund-unbooked': {
    about: 'A refund is paid and not booked.',
    within: 10,
    rewrite: rewriting(
      'insert into ledger_entries',
      'as entry (source, kind)',
      "as entry (source, kind) where entry.kind <> 'refund'",
    ),
  },
  undecided: {
    about: 'Money that arrived is neither applied nor unapplied.',
    within: 3,
    rewrite: rewriting(
      'insert into arrival_uses',
      'as use (arrival_id, applied, unapplied, fee)',
      'as use (arrival_id, applied, unapplied, fee) where unapplied = 0',
    ),
  },
} as const satisfies Record<string, Plant>;
