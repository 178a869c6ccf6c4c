import { type BalanceAccount, type HistoryEntry, inParallel } from '../../solana/node.ts';
import { type Movement, movementsIn } from '../../solana/recognise.ts';
import type { SolanaTransaction } from '../../solana/transaction.ts';
import type { WatchedOwner } from './accounts.ts';
import type { Settled } from './settle.ts';
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
}

/** Transactions of one address read in one step. The rest follows in the next. */
const maxTransactions = 200;

export interface Balances {
  /** They are of this slot or newer. */
  slot: number;
  units: ReadonlyMap<string, bigint>;
}

export async function readBalances(
  { node }: SolanaWatcher,
  owners: readonly { accounts: readonly BalanceAccount[] }[],
  atLeast: number,
): Promise<Balances> {
  const accounts = owners.flatMap((owner) => owner.accounts);
  if (accounts.length === 0) return { slot: atLeast, units: new Map() };
  const { slot, units } = await node.balances(accounts, atLeast);
  return { slot, units: new Map(accounts.map(({ account }, index) => [account, units[index] ?? 0n])) };
}

interface Books {
  balances: Balances;
  expected: ReadonlyMap<string, bigint>;
  settled: Settled;
}

/** Finds what explains the balances. `settled` was asked after them: a fork before them shows in it. */
export async function look(
  watcher: SolanaWatcher,
  owners: readonly WatchedOwner[],
  balances: Balances,
  settled: Settled,
): Promise<Findings> {
  const findings = noFindings();
  const expected = await watcher.ledger.expectedAt(owners.map(({ address }) => address));
  const hadMoney = (owner: WatchedOwner) => owner.accounts.some(({ account }) => expected.has(account));
  for (const { account, units } of settled.gone) add(expected, account, -units);
  const inDoubt = new Set(settled.doubtful.map(({ address }) => address));
  const isEven = ({ account }: BalanceAccount) =>
    (balances.units.get(account) ?? 0n) === (expected.get(account) ?? 0n);
  const odd = owners.filter(
    (owner) =>
      !owner.accounts.every(isEven) || inDoubt.has(owner.address) || (owner.isReread && hadMoney(owner)),
  );
  const results = await inParallel(odd, (owner) => explain(watcher, owner, { balances, expected, settled }));
  for (const found of results) {
    findings.arrivals.push(...onceEach(found.arrivals));
    findings.departures.push(...onceEach(found.departures));
    findings.gone.push(...found.gone);
    findings.unexplained.push(...found.unexplained);
  }
  return findings;
}

/** Reads what is not known yet of an address's transactions, until its balances are explained. */
async function explain(watcher: SolanaWatcher, owner: WatchedOwner, books: Books): Promise<Findings> {
  const { node, accounts } = watcher;
  const findings = noFindings();
  const { unread, moved, missing } = await readHistory(watcher, owner, books);
  const sums = without(books.expected, moved);
  const isExplainedBy = (sum: ReadonlyMap<string, bigint>) =>
    owner.accounts.every(({ account }) => books.balances.units.get(account) === (sum.get(account) ?? 0n));
  for (const { signature, slot, isFinalized, isFailed, account } of unread.slice(0, maxTransactions)) {
    if (isFailed && isExplainedBy(sums)) break;
    const transaction = await node.transaction(signature);
    // It is not confirmed where it was looked for, or was moved to another block since.
    if (!transaction?.time || transaction.slot !== slot) continue;
    const all = movementsIn(transaction, (address) => address === owner.address);
    const counted = all.filter((one) => one.account === account || !isWatched(owner, one));
    if (counted.length === 0) accounts.ignored.add(`${signature} ${slot} ${account}`);
    for (const one of counted) {
      add(sums, one.account, one.units);
      const movement = newMovement(watcher, owner, transaction, transaction.time, one);
      if (one.units > 0n) findings.arrivals.push(movement);
      else if (isFinalized) findings.departures.push({ ...movement, units: -one.units });
    }
  }
  // In doubt, in no history, and the balances are explained without them: a fork dropped them.
  const isDropped = missing.length > 0 && isExplainedBy(without(sums, missing));
  findings.gone.push(...moved, ...(isDropped ? missing : []));
  if (!isDropped && !isExplainedBy(sums)) findings.unexplained.push(owner.address);
  return findings;
}

type Unread = HistoryEntry & { account: string };

/** The transactions of an address that are not known; arrivals that are in another block now; those in none. */
async function readHistory(
  { node, ledger, accounts, rules }: SolanaWatcher,
  owner: WatchedOwner,
  { balances, settled }: Books,
): Promise<{ unread: Unread[]; moved: UnfinalArrival[]; missing: UnfinalArrival[] }> {
  const gone = new Set(settled.gone.map(({ arrivalId }) => arrivalId));
  const known = (await ledger.knownAt(owner.address)).filter(
    ({ unfinal }) => !unfinal || !gone.has(unfinal.arrivalId),
  );
  const bySignature = new Map(known.map((one) => [`${one.signature} ${one.account}`, one]));
  const wanted = {
    commitment: 'confirmed',
    atLeast: rules.asksForSlot ? balances.slot : 0,
    downTo: 0,
  } as const;
  const histories = await inParallel(owner.accounts, async ({ account }) =>
    ((await node.history(account, wanted)) ?? []).map((entry) => ({ ...entry, account })),
  );
  const entries = histories.flat();
  const moved: UnfinalArrival[] = [];
  const unread = entries.filter(({ signature, slot, account }) => {
    const one = bySignature.get(`${signature} ${account}`);
    if (one && one.slot !== slot && one.unfinal) moved.push(one.unfinal);
    return one?.slot !== slot && !accounts.ignored.has(`${signature} ${slot} ${account}`);
  });
  const found = new Set(entries.map(({ signature }) => signature));
  const missing = settled.doubtful.filter(
    ({ address, signature }) => address === owner.address && !found.has(signature),
  );
  // Strangers can name our address in failing transactions as they like: these are read last, for their fee alone.
  unread.sort((a, b) => Number(a.isFailed) - Number(b.isFailed) || a.slot - b.slot);
  return { unread, moved, missing };
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
