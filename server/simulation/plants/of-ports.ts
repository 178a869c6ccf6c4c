import { post } from '../../src/treasury/ledger/ledger.ts';
import type { Posting } from '../../src/treasury/ledger/posting.ts';
import { refundPosting, refundSentPosting } from '../../src/treasury/ledger/postings.ts';
import { type Plant, untold } from './plant.ts';

/** Wrong answers and wrong order at the edges of the service. */
export const plantsOfPorts = {
  'one-look': {
    about:
      'Logs are read once, and an empty answer is believed: a node whose index is incomplete hides money.',
    within: 20,
    groups: ['nodes'],
    rules: { showsLogs: false, looksTwice: false },
  },
  'any-branch': {
    about: 'The cursor stays where it is when the chain has another block there.',
    within: 15,
    rules: { isOurs: () => true },
  },
  unlinked: {
    about: 'Blocks count as following the cursor whatever their parents are.',
    within: 20,
    groups: ['chain'],
    rules: { linked: (_cursor, blocks) => [...blocks] },
  },
  'final-at-once': {
    about: 'Blocks are final as soon as they are read.',
    within: 20,
    rules: { finalTarget: (_finality, verified) => verified },
  },
  'seen-completes': {
    about: 'Payments complete by money in blocks that are not final.',
    within: 20,
    groups: ['chain'],
    report: (report) => ({
      ...report,
      arrivals: report.arrivals.map((one) => (one.state === 'seen' ? { ...one, state: 'final' } : one)),
    }),
  },
  'late-counts': {
    about: 'Money counts whenever it arrives.',
    within: 20,
    report: (report) => ({
      ...report,
      arrivals: report.arrivals.map((one) => ({ ...one, block_time: new Date(0) })),
    }),
  },
  'success-assumed': {
    about: 'A delivery counts as made whatever the receiver answers.',
    within: 20,
    sender: (sender) => ({
      ...sender,
      send: async (outgoing) => ({ ...(await sender.send(outgoing)), error: null }),
    }),
  },
  'mail-assumed': {
    about: 'A mail counts as sent whatever the mail server answers.',
    within: 60,
    mailer: (mailer) => ({ ...mailer, send: (mail) => mailer.send(mail).catch(() => {}) }),
  },
  'book-twice': {
    about: 'A refund is booked twice, under two names.',
    within: 10,
    prepare: (ctx) => {
      const { transfersEnded } = ctx.followers;
      ctx.followers.transfersEnded = async (tx, rows, move) => {
        await transfersEnded(tx, rows, move);
        const paid = move === 'completed' ? rows.filter(({ kind }) => kind === 'refund') : [];
        const postings = paid.flatMap((row): Posting[] => {
          const { environment, merchant_id: merchantId, chain, token, transfer_id, created_at } = row;
          if (merchantId === null) return [];
          const money = { environment, merchantId, chain, token, units: BigInt(row.units), fee: 0n };
          const again = `${transfer_id}:again`;
          return [refundPosting(money, again, created_at), refundSentPosting(money, again, created_at)];
        });
        await post(tx, postings);
      };
    },
  },
  'refund-unended': {
    about: 'Refunds are not told that their transfer has ended.',
    within: 10,
    prepare: (ctx) => untold(ctx, 'refund'),
  },
} as const satisfies Record<string, Plant>;
