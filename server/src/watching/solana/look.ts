import { type BalanceAccount, type HistoryEntry, inParallel } from '../../chains/solana/node.ts';
import { type Movement, movementsIn } from '../../chains/solana/recognise.ts';
import type { SolanaTransaction } from '../../chains/solana/transaction.ts';
import type { WatchedOwner } from './accounts.ts';
import type { NewMovement, UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

/*
 * Every change of an account is made by a transaction that names it. So for each account of ours, at each slot:
 *
 *   balance = arrivals - departures
 *
 * A pass reads all balances, 100 to a request, and the history of those accounts alone for which this does not hold.
 * A balance from one node and a history from another that lags explain nothing yet: the account stays unexplained, and
 * the cursor where it was, until a later pass. Money can be found late, and never be missed: what was not found leaves
 * the balance different. It is never found twice: an arrival is one account, signature and slot.
 */

export interface Findings {
  arrivals: NewMovement[];
  departures: NewMovement[];
  /** Arrivals whose transaction is in another block now. */
  gone: UnfinalArrival[];
  /** Addresses whose balances are still not explained. */
  unexplained: string[];
}

/** Transactions of one account read in one step. The rest follows in the next. */
const maxTransactions = 200;

export async function look(
  watcher: SolanaWatcher,
  owners: readonly WatchedOwner[],
  gone: readonly UnfinalArrival[],
  atLeast: number,
): Promise<Findings> {
  const findings = noFindings();
  const accounts = owners.flatMap((owner) => owner.accounts);
  if (accounts.length === 0) return findings;
  const { slot, units } = await watcher.node.balances(accounts, atLeast);
  const balances = new Map(accounts.map(({ account }, index) => [account, units[index] ?? 0n]));
  // After the balances: what another worker commits meanwhile fails this step's own commit.
  const expected = await watcher.ledger.expectedAt(owners.map(({ address }) => address));
  for (const { account, units: lost } of gone) expected.set(account, (expected.get(account) ?? 0n) - lost);
  const isEven = ({ account }: { account: string }) =>
    (balances.get(account) ?? 0n) === (expected.get(account) ?? 0n);
  const odd = owners.filter((owner) => !owner.accounts.every(isEven));
  const results = await inParallel(odd, (owner) =>
    explain(watcher, owner, { slot, balances, expected, gone }),
  );
  for (const found of results) {
    findings.arrivals.push(...onceEach(found.arrivals));
    findings.departures.push(...onceEach(found.departures));
    findings.gone.push(...found.gone);
    findings.unexplained.push(...found.unexplained);
  }
  return findings;
}

interface Books {
  /** The balances are of this slot or newer. */
  slot: number;
  balances: ReadonlyMap<string, bigint>;
  expected: ReadonlyMap<string, bigint>;
  gone: readonly UnfinalArrival[];
}

/** Reads what is not known yet of an address's transactions, until its balances are explained. */
async function explain(watcher: SolanaWatcher, owner: WatchedOwner, books: Books): Promise<Findings> {
  const { node, accounts } = watcher;
  const findings = noFindings();
  const sums = new Map(books.expected);
  const isExplained = ({ account }: BalanceAccount) =>
    books.balances.get(account) === (sums.get(account) ?? 0n);
  const odd = owner.accounts.filter((one) => !isExplained(one));
  const unread = await unreadEntries(watcher, owner.address, odd, books, findings.gone);
  for (const { account, units } of findings.gone) add(sums, account, -units);
  for (const { signature, slot, isFinalized, isFailed, account } of unread.slice(0, maxTransactions)) {
    if (isFailed && odd.every(isExplained)) break;
    const transaction = await node.transaction(signature);
    // It is not confirmed where it was looked for, or was moved to another block since.
    if (!transaction?.time || transaction.slot !== slot) continue;
    const moved = movementsIn(transaction, (address) => address === owner.address);
    const counted = moved.filter((one) => one.account === account || !isWatched(owner, one));
    if (counted.length === 0) accounts.ignored.add(`${signature} ${slot} ${account}`);
    for (const one of counted) {
      add(sums, one.account, one.units);
      const movement = newMovement(watcher, owner, transaction, transaction.time, one);
      if (one.units > 0n) findings.arrivals.push(movement);
      else if (isFinalized) findings.departures.push({ ...movement, units: -one.units });
    }
  }
  if (!odd.every(isExplained)) findings.unexplained.push(owner.address);
  return findings;
}

type Unread = HistoryEntry & { account: string };

/** The transactions of the accounts that are not known. Adds those that are in another block now to `gone`. */
async function unreadEntries(
  { node, ledger, accounts, rules }: SolanaWatcher,
  address: string,
  odd: readonly BalanceAccount[],
  books: Books,
  gone: UnfinalArrival[],
): Promise<Unread[]> {
  const settled = new Set(books.gone.map(({ arrivalId }) => arrivalId));
  const known = (await ledger.knownAt(address)).filter(
    ({ unfinal }) => !unfinal || !settled.has(unfinal.arrivalId),
  );
  const bySignature = new Map(known.map((one) => [`${one.signature} ${one.account}`, one]));
  const atLeast = rules.asksForSlot ? books.slot : 0;
  const wanted = { commitment: 'confirmed', atLeast, downTo: 0 } as const;
  const histories = await inParallel(odd, async ({ account }) =>
    ((await node.history(account, wanted)) ?? []).map((entry) => ({ ...entry, account })),
  );
  const unread = histories.flat().filter(({ signature, slot, account }) => {
    const one = bySignature.get(`${signature} ${account}`);
    if (one && one.slot !== slot && one.unfinal) gone.push(one.unfinal);
    return one?.slot !== slot && !accounts.ignored.has(`${signature} ${slot} ${account}`);
  });
  // Strangers can name our address in failing transactions as they like: these are read last, for their fee alone.
  return unread.sort((a, b) => Number(a.isFailed) - Number(b.isFailed) || a.slot - b.slot);
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
  return { arrivals: [], departures: [], gone: [], unexplained: [] };
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
