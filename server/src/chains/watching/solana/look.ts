import { type BalanceAccount, chunks, inParallel } from '../../solana/node.ts';
import { type Movement, movementsIn } from '../../solana/recognise.ts';
import type { SolanaTransaction } from '../../solana/transaction.ts';
import type { WatchedOwner } from './accounts.ts';
import type { Balances } from './balances.ts';
import {
  type AccountList,
  type HistoryBooks,
  keyOf,
  type Listed,
  maxTransactions,
  readHistory,
} from './read-history.ts';
import type { Settled } from './settle.ts';
import type { HistoryMark, NewMovement, UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';
import { findStrays } from './strays.ts';

/*
 * Every change of an account is made by a transaction that names it. So for each account of ours, at each slot:
 *
 *   balance = arrivals - departures
 *
 * A pass reads all balances, 100 to a request, and the history of those accounts alone for which this does not hold.
 * A balance from one node and a history from another that lags explain nothing yet: the account stays unexplained, and
 * the cursor where it was, until a later pass. Money can be found late, and never be missed: what was not found leaves
 * the balance different. It is never found twice: an arrival is one account, signature and slot.
 *
 * Two changes can hide each other. A fork drops one payment and the next block has another of the same amount: so the
 * history is read, too, where an arrival is in doubt. Money is taken out by hand while as much comes in: so the history
 * of accounts that had money is read again now and then.
 */

export interface Findings {
  arrivals: NewMovement[];
  departures: NewMovement[];
  /** Arrivals whose transaction is in another block now, or in none. */
  gone: UnfinalArrival[];
  /** Addresses whose balances are still not explained. */
  unexplained: string[];
  /** Addresses with more transactions than one step reads: the next goes on at once. */
  unfinished: string[];
  /** How far long histories have been read, by account. */
  marks: Map<string, HistoryMark | null>;
}

const readAtOnce = 20;
/** Shorter histories are cheaper to list again than to remember, and a node that left something out is forgiven. */
const minMarked = 100;
/** A history that was read to its end and explains nothing for so many passes is read again from its beginning. */
const passesUntilReread = 60;

interface Books extends HistoryBooks {
  expected: ReadonlyMap<string, bigint>;
  /** Whether a movement was made before the balance of its account was read. */
  counts(movement: { account: string; slot: number }): boolean;
}

/** Finds what explains the balances. `settled` was asked after them: a fork before them shows in it. */
export async function look(
  watcher: SolanaWatcher,
  owners: readonly WatchedOwner[],
  balances: Balances,
  settled: Settled,
  unfinal: readonly UnfinalArrival[],
): Promise<Findings> {
  const expected = await watcher.ledger.expectedAt(owners.map(({ address }) => address));
  const hadMoney = (owner: WatchedOwner) => owner.accounts.some(({ account }) => expected.has(account));
  const counts: Books['counts'] = ({ account, slot }) => slot <= (balances.of.get(account)?.slot ?? slot);
  const gone = new Set(settled.gone);
  for (const one of unfinal) if (gone.has(one) || !counts(one)) add(expected, one.account, -one.units);
  const inDoubt = new Set(settled.doubtful.map(({ address }) => address));
  const isEven = ({ account }: BalanceAccount) =>
    (balances.of.get(account)?.units ?? 0n) === (expected.get(account) ?? 0n);
  const odd = owners.filter(
    (owner) =>
      !owner.accounts.every(isEven) || inDoubt.has(owner.address) || (owner.isReread && hadMoney(owner)),
  );
  const strays = await findStrays(watcher, owners, balances, expected);
  const isOdd = new Set(odd);
  const read = owners.filter((owner) => isOdd.has(owner) || strays.has(owner.address));
  const books = { balances, expected, settled, counts, strays };
  const results = await inParallel(read, (owner) => explain(watcher, owner, books));
  return {
    arrivals: results.flatMap(({ arrivals }) => onceEach(arrivals)),
    departures: results.flatMap(({ departures }) => onceEach(departures)),
    gone: results.flatMap((found) => found.gone),
    unexplained: results.flatMap(({ unexplained }) => unexplained),
    unfinished: results.flatMap(({ unfinished }) => unfinished),
    marks: new Map(results.flatMap(({ marks }) => [...marks])),
  };
}

/** Reads what is not known yet of an address's transactions, until its balances are explained. */
async function explain(watcher: SolanaWatcher, owner: WatchedOwner, books: Books): Promise<Findings> {
  const { node, accounts } = watcher;
  const findings = noFindings();
  const { lists, unread, moved, missing } = await readHistory(watcher, owner, books);
  const sums = without(books.expected, moved.filter(books.counts));
  const isExplainedBy = (sum: ReadonlyMap<string, bigint>) =>
    owner.accounts.every(({ account }) => books.balances.of.get(account)?.units === (sum.get(account) ?? 0n));
  const open = new Set(unread);
  for (const part of chunks(unread.slice(0, maxTransactions), readAtOnce)) {
    const needed = part.filter(({ isFailed }) => !isFailed || !isExplainedBy(sums));
    const transactions = await inParallel(needed, ({ signature }) => node.transaction(signature));
    for (const [index, entry] of needed.entries()) {
      const transaction = transactions[index];
      // It is not confirmed where it was looked for, or was moved to another block since.
      if (!transaction?.time || transaction.slot !== entry.slot) continue;
      open.delete(entry);
      const all = movementsIn(transaction, (address) => address === owner.address);
      const counted = all.filter((one) => one.account === entry.account || !isWatched(owner, one));
      if (counted.length === 0) accounts.ignored.add(keyOf(entry));
      for (const one of counted) {
        const movement = newMovement(watcher, owner, transaction, transaction.time, one);
        if (books.counts(movement)) add(sums, one.account, one.units);
        if (one.units > 0n) findings.arrivals.push(movement);
        else if (entry.isFinalized) findings.departures.push({ ...movement, units: -one.units });
      }
    }
  }
  // In doubt, in no history, and the balances are explained without them: a fork dropped them.
  const isDropped = missing.length > 0 && isExplainedBy(without(sums, missing.filter(books.counts)));
  findings.gone.push(...moved, ...(isDropped ? missing : []));
  const isExplained = isDropped || isExplainedBy(sums);
  if (!isExplained) findings.unexplained.push(owner.address);
  const isWhole = lists.every(({ isTop }) => isTop) && unread.length <= maxTransactions;
  if (!isWhole && open.size < unread.length) findings.unfinished.push(owner.address);
  const isStuck = accounts.isStuck(owner.address, !isExplained && isWhole, passesUntilReread);
  const isRead = (one: Listed) => !open.has(one) || (isExplained && one.isFailed);
  findings.marks = marksAfter(lists, isRead, isStuck);
  return findings;
}

/** New marks of long histories. One that is stuck has none, and is read from its beginning. */
function marksAfter(
  lists: readonly AccountList[],
  isRead: (entry: Listed) => boolean,
  isStuck: boolean,
): Map<string, HistoryMark | null> {
  const marks = new Map<string, HistoryMark | null>();
  for (const { account, mark, entries, isTop } of lists) {
    const isLong = !isTop || entries.length >= minMarked;
    const reached = isLong ? lastRead(entries, isRead) : null;
    if (isStuck && mark !== undefined) marks.set(account, null);
    else if (reached) marks.set(account, { signature: reached.signature, slot: reached.slot, units: null });
  }
  return marks;
}

/** The newest transaction that is final and was read, together with all before it. */
function lastRead(oldestFirst: readonly Listed[], isRead: (entry: Listed) => boolean): Listed | null {
  const open = oldestFirst.findIndex((one) => !one.isFinalized || !isRead(one));
  return oldestFirst[open < 0 ? oldestFirst.length - 1 : open - 1] ?? null;
}

function without(
  sums: ReadonlyMap<string, bigint>,
  arrivals: readonly UnfinalArrival[],
): Map<string, bigint> {
  const rest = new Map(sums);
  for (const { account, units } of arrivals) add(rest, account, -units);
  return rest;
}

/** Other accounts of ours have no history that is read: what they got counts with whichever transaction shows it. */
function isWatched({ accounts }: WatchedOwner, { account }: Movement): boolean {
  return accounts.some((one) => one.account === account);
}

/** A transaction that changed two accounts is read for each of them. */
function onceEach(movements: readonly NewMovement[]): NewMovement[] {
  return [...new Map(movements.map((one) => [`${one.account} ${one.signature}`, one])).values()];
}

function noFindings(): Findings {
  return { arrivals: [], departures: [], gone: [], unexplained: [], unfinished: [], marks: new Map() };
}

function add(sums: Map<string, bigint>, account: string, units: bigint): void {
  sums.set(account, (sums.get(account) ?? 0n) + units);
}

function newMovement(
  { chain }: SolanaWatcher,
  owner: WatchedOwner,
  { signature, slot }: SolanaTransaction,
  time: Date,
  { address, account, mint, units, payer }: Movement,
): NewMovement {
  // Only the usual account of a mint counts: sweeping and refunds know no others.
  const isUsual = owner.accounts.some((one) => one.account === account && one.mint === mint);
  const token = mint === null ? 'SOL' : isUsual && mint === chain.usdcMint ? 'USDC' : null;
  return { address, account, token, mint, units, payer, signature, slot, time };
}
