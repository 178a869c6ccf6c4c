import { type Balance, type BalanceAccount, type HistoryEntry, inParallel } from '../../solana/node.ts';
import { type UnitsAround, unitsAround } from '../../solana/recognise.ts';
import type { SolanaTransaction } from '../../solana/transaction.ts';
import { walkHistory } from '../../solana/walk-history.ts';
import type { Balances } from './balances.ts';
import { paidInto } from './paid-into.ts';
import type { ContestedMovement, HistoryMark, NewMovement, UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';
import type { Treasury } from './treasury-accounts.ts';

/*
 * Connected wallets pay into the treasury, in a transaction that names the payment's deposit address without touching it: as
 * an account, or in a memo. That address is the reference: the money is an arrival of it that lies in the treasury already. The treasury's history
 * is read from its newest finalized transaction on, so a pass costs two requests however many payments are open.
 *
 * A node may leave a transaction out. Each one says what the account had before and after it, so one that does not start
 * where the last one ended follows one that is missing: reading stops there, and the cursor with it.
 */

export interface TreasuryFindings {
  arrivals: NewMovement[];
  /** One transfer cannot pay two payments, so it is credited to neither until the operator decides. */
  contested: ContestedMovement[];
  /** Arrivals whose transaction is in another block now, or in none of the finalized ones up to the mark. */
  gone: UnfinalArrival[];
  /** How far the history is read, by account. */
  marks: Map<string, HistoryMark>;
  /** Whether everything up to the slot that was asked for is read. */
  isWhole: boolean;
  /** Whether the next step can go on at once. */
  hasMore: boolean;
  /** Remembers what was read, and forgets what is gone. Call it when the findings are stored. */
  keep(gone: readonly UnfinalArrival[]): void;
}

/** Transactions of one account read in one step. The rest follows in the next. */
const maxTransactions = 200;
const maxRead = 100_000;

export const noTreasury: TreasuryFindings = {
  arrivals: [],
  contested: [],
  gone: [],
  marks: new Map(),
  isWhole: true,
  hasMore: false,
  keep() {},
};

/** Finds payments of connected wallets, up to the slots of the balances at least. */
export async function readTreasury(
  watcher: SolanaWatcher,
  treasury: Treasury,
  balances: Balances,
  unfinal: readonly UnfinalArrival[],
): Promise<TreasuryFindings> {
  const marks = await watcher.ledger.marksOf(treasury.accounts.map(({ account }) => account));
  const parts: AccountFindings[] = [];
  for (const own of treasury.accounts) {
    const isMoved =
      treasury.marks.has(own.account) && treasury.marks.get(own.account) !== nameOf(marks.get(own.account));
    if (isMoved) treasury.read.clear();
    const balance = balances.of.get(own.account) ?? { units: 0n, slot: balances.slot };
    const from = { mark: marks.get(own.account), balance };
    const part = await readAccount(watcher, treasury, own, from, unfinal);
    // The treasury pays for failed ones that it signed first, such as one that the operator made by hand.
    const mayHaveFailed = part.leftFailed && !part.isWhole && !part.hasMore;
    parts.push(mayHaveFailed ? await readAccount(watcher, treasury, own, from, unfinal, true) : part);
  }
  return {
    arrivals: parts.flatMap(({ arrivals }) => arrivals),
    contested: parts.flatMap(({ contested }) => contested),
    gone: parts.flatMap(({ gone }) => gone),
    marks: new Map(parts.flatMap(({ account, mark }) => (mark ? [[account, mark]] : []))),
    isWhole: parts.every(({ isWhole }) => isWhole),
    hasMore: parts.some(({ hasMore }) => hasMore),
    keep(gone) {
      if (treasury.read.size > maxRead) treasury.read.clear();
      for (const { account, mark, read } of parts) {
        treasury.marks.set(account, nameOf(mark));
        for (const [key, units] of read) treasury.read.set(key, units);
      }
      for (const one of gone) treasury.read.delete(keyOf(one, one.account));
    },
  };
}

interface AccountFindings extends Omit<TreasuryFindings, 'marks' | 'keep'> {
  account: string;
  mark: HistoryMark | undefined;
  /** Whether there are failed ones that were not read. */
  leftFailed: boolean;
  /** What the account had around each transaction that is read now. */
  read: Map<string, UnitsAround>;
}

/**
 * Reads an account's history from its mark on, so many transactions at a time. Without `failed`, of those that failed only the
 * ones that show what the account has after all of them.
 */
async function readAccount(
  watcher: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  { mark, balance }: { mark: HistoryMark | undefined; balance: Balance },
  unfinal: readonly UnfinalArrival[],
  failed = false,
): Promise<AccountFindings> {
  const { account } = own;
  const found: AccountFindings = {
    ...{
      account,
      mark,
      leftFailed: false,
      arrivals: [],
      contested: [],
      gone: [],
      read: new Map(),
      isWhole: false,
      hasMore: true,
    },
  };
  const wanted = {
    commitment: 'confirmed',
    atLeast: balance.slot,
    mark: mark?.signature ?? undefined,
  } as const;
  let isFinal = true;
  // What the account has after the transactions so far, and after those up to the slot of the balance.
  const first = mark?.signature === null ? mark : undefined;
  const shown = new Set<string>();
  let units = mark?.units ?? null;
  let unitsThen = units;
  for await (const { entries, isTop } of walkHistory(watcher.node, watcher.paths, account, wanted)) {
    found.gone.push(...movedIn(entries, account, unfinal));
    for (const entry of entries) shown.add(keyOf(entry, account));
    const last = own.mint === null ? entries.at(-1)?.slot : undefined;
    const wantedOnes = entries.filter(({ isFailed, slot }) => !isFailed || failed || slot === last);
    found.leftFailed ||= own.mint === null && wantedOnes.length < entries.length;
    const news = await readNews(watcher, treasury, own, wantedOnes, maxTransactions - found.read.size);
    const around = (entry: HistoryEntry) => {
      const one = news(entry);
      return typeof one === 'object' ? one : treasury.read.get(keyOf(entry, account));
    };
    if (first && found.mark === first) units = beginningOf(entries, around, first);
    const ordered = inChain(entries, around, units);
    for (const [index, entry] of ordered.entries()) {
      const one = news(entry);
      if (one === 'unread') return found;
      // It is not confirmed where it was looked for, or was moved to another block since. Asked again in the next pass.
      if (one === 'unknown') return { ...found, hasMore: false };
      const here = around(entry);
      // One that was read before counts, too: the node may leave out now what it showed then.
      const isAfterMissing = here && units !== null && here.before !== units;
      if (isAfterMissing) {
        treasury.read.delete(keyOf(entry, account));
        return { ...found, hasMore: false };
      }
      const isFirst = here && units === null && !found.mark?.signature;
      if (isFirst) found.mark = { signature: null, slot: entry.slot, units: here.before };
      units = here?.after ?? units;
      const payment = one?.payment;
      const isContested = payment && 'addresses' in payment;
      if (isContested && entry.isFinalized) found.contested.push(payment);
      if (payment && !isContested) found.arrivals.push(payment);
      // One that is contested is read again when it is finalized.
      if (one && (!isContested || entry.isFinalized)) found.read.set(keyOf(entry, account), one);
      isFinal = isFinal && entry.isFinalized;
      // The node goes on after the mark in its own order.
      const isTurnOfSlot = entry.slot !== ordered[index + 1]?.slot;
      // What it has after one that was not read is not known for sure.
      if (isFinal && isTurnOfSlot && (here || own.mint !== null)) {
        const isLost = (one: UnfinalArrival) =>
          one.account === account &&
          one.slot <= entry.slot &&
          !isPast(found.mark, one.slot) &&
          !shown.has(keyOf(one, account));
        found.gone.push(...unfinal.filter(isLost));
        const { signature } = entries[index] ?? entry;
        found.mark = { signature, slot: entry.slot, units };
      }
      // A transaction after the balance was read does not explain it: the next pass has both.
      if (entry.slot <= balance.slot) unitsThen = units;
    }
    if (isTop) {
      // Nothing came yet: whatever a node shows first later starts from nothing, or it leaves out what came before.
      if (!found.mark && balance.units === 0n)
        found.mark = { signature: null, slot: balance.slot + 1, units: 0n };
      return { ...found, isWhole: unitsThen === null || unitsThen === balance.units, hasMore: false };
    }
  }
  return found;
}

/**
 * What the account had before all that a node lists, while nothing of it is final. That node may know more of the past than the
 * one before: earlier slots, or transactions of the same slot that lead to what the first one started with. That one must
 * be there as well: what starts with another sum follows one that is left out.
 */
export function beginningOf(
  entries: readonly HistoryEntry[],
  around: (entry: HistoryEntry) => UnitsAround | undefined,
  first: Pick<HistoryMark, 'slot' | 'units'>,
): bigint | null {
  if ((entries[0]?.slot ?? first.slot) < first.slot) return null;
  const ofSlot = entries.filter(({ slot }) => slot === first.slot).flatMap((one) => around(one) ?? []);
  let units = first.units;
  if (!ofSlot.some(({ before }) => before === units)) return units;
  const moving = new Set(ofSlot.filter(({ before, after }) => before !== after));
  for (;;) {
    const earlier = [...moving].find(({ after }) => after === units);
    if (!earlier) return units;
    moving.delete(earlier);
    units = earlier.before;
  }
}

/**
 * Oldest first. Some nodes list those of one slot in another order than they happened: each starts where the one before it
 * ended. One that moved nothing can be anywhere.
 */
export function inChain(
  entries: readonly HistoryEntry[],
  around: (entry: HistoryEntry) => UnitsAround | undefined,
  start: bigint | null,
): HistoryEntry[] {
  const left = [...entries];
  const ordered: HistoryEntry[] = [];
  for (let units = start, [first] = left; first; [first] = left) {
    const { slot } = first;
    const fits = (one: HistoryEntry) => one.slot === slot && (around(one)?.before ?? units) === units;
    const moves = (one: HistoryEntry) => around(one)?.before !== around(one)?.after;
    const still = left.findIndex((one) => fits(one) && !moves(one));
    const index = units === null ? 0 : Math.max(0, still >= 0 ? still : left.findIndex(fits));
    const [next = first] = left.splice(index, 1);
    ordered.push(next);
    units = around(next)?.after ?? units;
  }
  return ordered;
}

/** What another worker, or the operator, has changed since. */
const nameOf = (mark: HistoryMark | undefined) => mark && (mark.signature ?? mark.slot);

/** Whether a mark is past a slot: the history up to it has been read, and what followed it started from there. */
export const isPast = (mark: HistoryMark | undefined, slot: number) =>
  mark !== undefined && mark.signature !== null && slot <= mark.slot;

function movedIn(entries: readonly HistoryEntry[], own: string, unfinal: readonly UnfinalArrival[]) {
  const slots = new Map(entries.map(({ signature, slot }) => [signature, slot]));
  return unfinal.filter(
    ({ account, signature, slot }) => account === own && (slots.get(signature) ?? slot) !== slot,
  );
}

function keyOf({ signature, slot }: Pick<HistoryEntry, 'signature' | 'slot'>, account: string): string {
  return `${signature} ${slot} ${account}`;
}

/** Reads new ones of these transactions, at most `limit`. Undefined for those that need not be read. */
async function readNews(
  watcher: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  entries: readonly HistoryEntry[],
  limit: number,
): Promise<(entry: HistoryEntry) => News | 'unread' | 'unknown' | undefined> {
  const news = entries.filter((one) => !treasury.read.has(keyOf(one, own.account)));
  // After the history: an address that was shown before a payment is known before the payment is looked at.
  if (news.length > 0) await watcher.accounts.refresh();
  const read = await inParallel(news.slice(0, limit), (one) => readTransaction(watcher, treasury, own, one));
  const found = new Map(news.map((one, index) => [one.signature, read[index]]));
  return ({ signature }) => {
    const one = found.get(signature);
    return one === undefined && found.has(signature) ? 'unread' : one;
  };
}

interface News extends UnitsAround {
  /** Null if it pays for no payment. */
  payment: NewMovement | ContestedMovement | null;
}

async function readTransaction(
  watcher: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  { signature, slot }: HistoryEntry,
): Promise<News | 'unknown'> {
  const transaction = await watcher.node.transaction(signature);
  if (!transaction?.time || transaction.slot !== slot) return 'unknown';
  const payment = paymentIn(watcher, treasury, own, transaction, transaction.time);
  return { ...unitsAround(transaction, own), payment };
}

/** What a transaction paid into an account of the treasury for a payment; null when it did not. */
function paymentIn(
  { accounts, chain }: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  transaction: SolanaTransaction,
  time: Date,
): News['payment'] {
  const found = paidInto(transaction, own, { isOurs: accounts.isOurs, treasuries: treasury.addresses });
  const [address, ...others] = found?.addresses ?? [];
  if (!found || address === undefined) return null;
  const { account, mint, units, payer } = found.paid;
  const token = mint === null ? 'SOL' : mint === chain.usdcMint ? 'USDC' : null;
  const came: Omit<NewMovement, 'address'> = {
    account,
    mint,
    units,
    payer,
    token,
    signature: transaction.signature,
    slot: transaction.slot,
    time,
  };
  return others.length > 0 ? { ...came, addresses: found.addresses } : { ...came, address, inTreasury: true };
}
