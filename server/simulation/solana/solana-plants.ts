import { memoProgram } from '../../../devnet/solana/addresses.ts';
import { post } from '../../src/treasury/ledger/ledger.ts';
import { sweepPosting } from '../../src/treasury/ledger/postings.ts';
import { type Plant, rewriting } from '../plants/plant.ts';
import { depositPool } from './solana-operator.ts';

const deposits = new Set(depositPool.map(({ address }) => address));
const nobody = '11111111111111111111111111111112';

/** Bugs in watching Solana and sending there. */
export const plantsOfSolana = {
  'solana-unfinal': {
    about: 'Money on Solana counts before it is finalized.',
    within: 60,
    needsSolana: true,
    slotRules: { settles: false },
  },
  'solana-gives-up-early': {
    about: 'A sweep is given up while its blockhash lives, and signed again.',
    within: 60,
    needsSolana: true,
    rewrite: rewriting(
      'insert into solana_signatures',
      /(\$\d+)::bigint,\s+(\$\d+)::bigint/,
      '$1::bigint, $2::bigint - 1000',
    ),
  },
  'solana-sends-again': {
    about: 'A refund is signed again when a lagging node does not have it.',
    within: 100,
    needsSolana: true,
    solanaRules: { comparesSlots: false, searchesHistory: false },
  },
  'treasury-unfinal': {
    about: "The treasury's history is read on from transactions that are not finalized.",
    within: 100,
    needsSolana: true,
    solanaAnswer: (method, result) =>
      method === 'getSignaturesForAddress' && Array.isArray(result)
        ? result.map((entry: object) => ({ ...entry, confirmationStatus: 'finalized' }))
        : undefined,
  },
  'shared-reference': {
    about: 'A transaction that names two payments is credited to the first.',
    within: 40,
    needsSolana: true,
    solanaAnswer: (method, result) =>
      method === 'getTransaction' ? withOneReference(result as Told | null) : undefined,
  },
  'addresses-again': {
    about: 'After a restored backup, addresses that were given out since are given out again.',
    within: 20,
    needsSolana: true,
    groups: ['restore', 'kill'],
    forgetsToSkip: true,
    // Nor do workers, which find by the history of an address that it was used.
    rewrite: rewriting(
      "'skipped ' || index",
      'where payment_id is null',
      'where false and payment_id is null',
    ),
  },
  'sweep-booked-twice': {
    about: 'A sweep is booked twice, under two names.',
    within: 20,
    needsSolana: true,
    prepare: (ctx) => {
      const { transfersEnded } = ctx.followers;
      ctx.followers.transfersEnded = async (tx, rows, move) => {
        await transfersEnded(tx, rows, move);
        const swept = move === 'completed' ? rows.filter(({ kind }) => kind === 'sweep') : [];
        const again = swept.map(({ environment, chain, token, units, transfer_id, created_at }) =>
          sweepPosting(
            { environment, chain, token, units: BigInt(units) },
            `${transfer_id}:again`,
            created_at,
          ),
        );
        await post(tx, again);
      };
    },
  },
} as const satisfies Record<string, Plant>;

interface Told {
  transaction: { message: { accountKeys: string[]; instructions: { programIdIndex: number }[] } };
}

function withOneReference(told: Told | null): Told | undefined {
  if (!told) return;
  const { accountKeys, instructions } = told.transaction.message;
  const [first, ...others] = accountKeys.filter((key) => deposits.has(key));
  const memos = instructions.filter(({ programIdIndex }) => accountKeys[programIdIndex] === memoProgram);
  const left = first === undefined ? memos.slice(1) : memos;
  if (others.length + left.length === 0) return;
  const message = {
    ...told.transaction.message,
    accountKeys: accountKeys.map((key) => (others.includes(key) ? nobody : key)),
    instructions: instructions.filter((one) => !left.includes(one)),
  };
  return { ...told, transaction: { ...told.transaction, message } };
}
