import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { post, postedSources } from '../ledger/ledger.ts';
import { surplusPosting } from '../ledger/postings.ts';
import { type Comparison, differenceIn } from './reconciliation.ts';
import { selectBookedSurplus, selectOwnDeposits, selectOwnHashes } from './surplus-store.ts';

/*
 * Anybody can send tokens to the vault, or to the treasury on Solana. They belong to no payment, so the chain has more than
 * the ledger says, for ever, and an operator who got used to that would overlook the next difference.
 */

/** A transfer into the vault or the treasury. */
export interface IncomingTransfer {
  txHash: string;
  /** Distinguishes transfers of one transaction. */
  place: string;
  block: number;
  from: string | null;
  units: bigint;
}

export interface Surplus {
  chain: ChainId;
  token: string;
  units: bigint;
  /** Strangers' transfers that explain it, newest first. */
  transfers: IncomingTransfer[];
  /** What no transfer explains. */
  untraced: bigint;
  /** What was booked before. Two commands at once book it once by that. */
  bookedBefore: bigint;
}

/**
 * What the chain has of a token beyond the ledger, and who sent it. `search` yields transfers, newest first, until nobody asks
 * for more.
 */
export async function findSurplus(
  { db }: Pick<Context, 'db'>,
  chain: ChainId,
  comparison: Comparison,
  search: AsyncIterable<IncomingTransfer[]>,
): Promise<Surplus> {
  const { token } = comparison;
  const bookedBefore = await selectBookedSurplus(db, chain, token);
  const units = differenceIn(comparison);
  const transfers: IncomingTransfer[] = [];
  let untraced = units;
  if (units > 0n)
    for await (const part of search) {
      for (const transfer of await strangersIn(db, part)) {
        if (untraced <= 0n) break;
        transfers.push(transfer);
        untraced -= transfer.units;
      }
      if (untraced <= 0n) break;
    }
  return { chain, token, units, transfers, untraced: untraced > 0n ? untraced : 0n, bookedBefore };
}

/** Without what we moved ourselves, what came from deposit addresses, and what was booked before. */
async function strangersIn(
  db: Context['db'],
  transfers: readonly IncomingTransfer[],
): Promise<IncomingTransfer[]> {
  const own = await selectOwnHashes(
    db,
    transfers.map(({ txHash }) => txHash),
  );
  const deposits = await selectOwnDeposits(
    db,
    transfers.flatMap(({ from }) => from ?? []),
  );
  const booked = await postedSources(db, 'surplus', 'live', transfers.map(sourceOf));
  return transfers.filter(
    (one) =>
      !own.has(one.txHash) && !deposits.has(one.from?.toLowerCase() ?? '') && !booked.has(sourceOf(one)),
  );
}

/** Books a surplus as the operator's: each transfer by its transaction, and the rest by what was booked before. */
export async function bookSurplus(ctx: Context, surplus: Surplus): Promise<void> {
  const { chain, token } = surplus;
  const at = ctx.clock.now();
  const money = (units: bigint) => ({ environment: 'live', chain, token, units }) as const;
  let left = surplus.units;
  const postings = surplus.transfers.map((transfer) => {
    // Of the oldest one a part may be in the ledger already, as something else.
    const units = transfer.units < left ? transfer.units : left;
    left -= units;
    return surplusPosting(money(units), sourceOf(transfer), at);
  });
  const rest = surplusPosting(money(left), `${chain} ${token} after ${surplus.bookedBefore}`, at);
  await ctx.db.begin((tx) => post(tx, [...postings, rest]));
}

const sourceOf = ({ txHash, place }: IncomingTransfer) => `${txHash} ${place}`;
