import type { Context } from '../../../app/context.ts';
import { inParallel, type SolanaNode } from '../../../chains/solana/node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import type { SolanaTransaction } from '../../../chains/solana/transaction.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../../chains/watching/solana/treasury-accounts.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { post, postedSources } from '../../ledger/ledger.ts';
import { coldPosting } from '../../ledger/postings.ts';
import { lockColdAddress, selectColdAddresses, sumCold } from '../../transfers/solana/cold/book-cold.ts';
import { nativeChange, tokenChange } from '../../transfers/solana/messages/balance-changes.ts';
import { selectOwnHashes } from '../surplus-store.ts';
import { selectFinalSlot, selectRefillsRead, updateRefillsRead } from './refill-store.ts';

/** About two hours: after a restored backup, what was sent to the cold address is known only once a worker that sends has looked. */
const slotsReadAgain = 20_000;

/** Money that left a cold address and came to the treasury, in one transaction. */
interface Refill {
  txHash: string;
  token: 'USDC' | 'SOL';
  units: bigint;
}

interface Places {
  usdcMint: string;
  treasuries: readonly string[];
  /** The cold one. */
  address: string;
}

/**
 * Books what the operator sent back to the treasury from a cold address. Without it the sum of both is right, and neither of
 * them. Reads the history of the cold address, which is short, up to the slot that the chain was read to: what pays for a
 * payment is an arrival by then.
 */
export async function bookRefills(
  ctx: Context,
  { usdcMint }: SolanaLiveChain,
  node: SolanaNode,
): Promise<void> {
  const { db } = ctx;
  const treasuries = await selectTreasuries(db);
  for (const address of await selectColdAddresses(db)) {
    const until = await selectFinalSlot(db);
    const read = await selectRefillsRead(db, address);
    if (until === null || (read && until <= read.to)) continue;
    const places = { usdcMint, treasuries, address };
    const from = read ? Math.max(read.from, read.to - slotsReadAgain) : 0;
    const { transactions, own } = await readTransactions(ctx, places, node, { from, until });
    const since = read?.from ?? coldSince(transactions, places);
    if (since === null) continue;
    const refills = transactions
      .filter(({ slot, signature }) => slot > since && !own.has(signature))
      .flatMap((one) => refillsIn(one, places));
    await db.begin(async (tx: Sql) => {
      await lockColdAddress(tx, address, ctx.clock.now());
      for (const refill of refills) await book(ctx, tx, refill);
      await updateRefillsRead(tx, address, { from: since, to: until });
    });
  }
}

/** What happened at the cold address in these slots, oldest first, and which of it is booked otherwise. */
async function readTransactions(
  { db }: Context,
  { usdcMint, address }: Places,
  node: SolanaNode,
  { from, until }: { from: number; until: number },
): Promise<{ transactions: SolanaTransaction[]; own: ReadonlySet<string> }> {
  const accounts = [address, await tokenAccountOf(address, usdcMint)];
  const wanted = { commitment: 'finalized', atLeast: until, downTo: from } as const;
  const lists = await inParallel(accounts, (account) => node.history(account, wanted));
  const hashes = new Set(
    lists
      .flat()
      .filter(({ isFailed, slot }) => !isFailed && slot > from && slot <= until)
      .sort((a, b) => a.slot - b.slot)
      .map(({ signature }) => signature),
  );
  const own = await selectOwnHashes(db, [...hashes]);
  // Our transfers say only since when money is cold.
  const read = from === 0 ? [...hashes] : [...hashes].filter((hash) => !own.has(hash));
  const transactions = await inParallel(read, async (hash) => {
    const transaction = await node.transaction(hash);
    if (!transaction) throw new Error(`the node lists ${hash} and does not have it`);
    return transaction;
  });
  return { transactions, own };
}

/**
 * The slot before the first transfer to the cold address; null before it. What came from there earlier was the operator's own.
 * The chain says so: the first money may be back before anybody looks.
 */
function coldSince(transactions: readonly SolanaTransaction[], places: Places): number | null {
  const first = transactions.find((one) =>
    movesIn(one, places).some(({ came, left }) => came < 0n && left < 0n),
  );
  return first ? first.slot - 1 : null;
}

function refillsIn(transaction: SolanaTransaction, places: Places): Refill[] {
  return movesIn(transaction, places).flatMap(({ token, came, left }): Refill[] => {
    // A cold address that pays the fee itself loses more than arrives.
    const units = came < left ? came : left;
    return units > 0n ? [{ txHash: transaction.signature, token, units }] : [];
  });
}

/** What came to the treasury in a transaction, and what left the cold address; below zero the other way. */
function movesIn(transaction: SolanaTransaction, { usdcMint, treasuries, address }: Places) {
  const moved = (token: Refill['token'], owner: string) =>
    token === 'SOL' ? nativeChange(transaction, owner) : tokenChange(transaction, owner, usdcMint);
  return (['USDC', 'SOL'] as const).map((token) => ({
    token,
    came: treasuries.reduce((sum, treasury) => sum + moved(token, treasury), 0n),
    left: -moved(token, address),
  }));
}

/** No more than the ledger has there: what the operator adds of its own is a surplus, which it books by command. */
async function book({ clock, log }: Context, tx: Sql, { txHash, token, units }: Refill): Promise<void> {
  const source = `${txHash} ${token}`;
  if ((await postedSources(tx, 'refill', 'live', [source])).size > 0) return;
  const there = await sumCold(tx, token);
  const ours = units < there ? units : there;
  if (ours <= 0n) return;
  const money = { environment: 'live', chain: 'solana', token, units: ours } as const;
  await post(tx, [coldPosting('refill', money, source, clock.now())]);
  log.info({ chain: 'solana', txHash, token, units: ours.toString() }, 'the treasury was refilled');
}
