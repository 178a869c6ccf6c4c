import type { BalanceAccount, HistoryEntry } from '../../solana/node.ts';
import { movementsIn, referenceIn } from '../../solana/recognise.ts';
import type { Balances } from './look.ts';
import type { NewMovement, UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';
import type { Seen, Treasury } from './treasury-accounts.ts';

/*
 * Connected wallets pay into the treasury, in a transaction that names the payment's deposit address without touching it.
 * That address is the reference: the money is an arrival of it that lies in the treasury already. The treasury's history
 * is read from its newest finalized transaction on, so a pass costs two requests however many payments are open.
 */

export interface TreasuryFindings {
  arrivals: NewMovement[];
  /** Arrivals whose transaction is in another block now. */
  gone: UnfinalArrival[];
  /** The newest finalized transaction up to which all are read, by account. */
  marks: Map<string, string>;
  /** Whether everything up to the slot that was asked for is read. */
  isWhole: boolean;
  /** Remembers what was read. Call it when the findings are stored. */
  keep(): void;
}

const maxTransactions = 200;
const maxRead = 100_000;

export const noTreasury: TreasuryFindings = {
  arrivals: [],
  gone: [],
  marks: new Map(),
  isWhole: true,
  keep() {},
};

/** Finds payments of connected wallets, up to the slot at least. */
export async function readTreasury(
  watcher: SolanaWatcher,
  treasury: Treasury,
  balances: Balances,
  unfinal: readonly UnfinalArrival[],
): Promise<TreasuryFindings> {
  const marks = await watcher.ledger.treasuryMarks();
  const parts: TreasuryFindings[] = [];
  for (const { account, mint } of treasury.accounts) {
    const wanted = { commitment: 'confirmed', atLeast: balances.slot, downTo: 0 } as const;
    const mark = marks.get(account);
    const history = await watcher.node.history(account, mark ? { ...wanted, until: mark } : wanted);
    const units = balances.units.get(account) ?? 0n;
    // A transaction after the balance was read does not explain it: the next pass has both.
    const explaining = history?.find(({ slot }) => slot <= balances.slot);
    const seen = { units, newest: explaining?.signature ?? mark ?? null };
    const part = await readEntries(watcher, treasury, { account, mint }, history ?? [], unfinal);
    const isWhole = history !== null && part.isWhole && !isBehind(treasury.seen.get(account), seen);
    const keep = () => {
      part.keep();
      if (isWhole) treasury.seen.set(account, seen);
    };
    parts.push({ ...part, isWhole, keep });
  }
  return {
    arrivals: parts.flatMap(({ arrivals }) => arrivals),
    gone: parts.flatMap(({ gone }) => gone),
    marks: new Map(parts.flatMap((part) => [...part.marks])),
    isWhole: parts.every(({ isWhole }) => isWhole),
    keep() {
      if (treasury.read.size > maxRead) treasury.read.clear();
      for (const part of parts) part.keep();
    },
  };
}

/** A balance that changed without a transaction: the node's index of transactions lags behind its accounts. */
function isBehind(before: Seen | undefined, now: Seen): boolean {
  return before !== undefined && before.units !== now.units && before.newest === now.newest;
}

/** `history` is newest first. */
async function readEntries(
  watcher: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  history: readonly HistoryEntry[],
  unfinal: readonly UnfinalArrival[],
): Promise<TreasuryFindings> {
  const arrivals: NewMovement[] = [];
  const read: string[] = [];
  const marks = new Map<string, string>();
  const oldestFirst = history.toReversed().slice(0, maxTransactions);
  const moved = unfinal.filter(({ account, signature, slot }) =>
    oldestFirst.some((one) => own.account === account && one.signature === signature && one.slot !== slot),
  );
  const keyOf = ({ signature, slot }: HistoryEntry) => `${signature} ${slot} ${own.account}`;
  const isNews = (entry: HistoryEntry) => !entry.isFailed && !treasury.read.has(keyOf(entry));
  // After the history: an address that was shown before a payment is known before the payment is looked at.
  if (oldestFirst.some(isNews)) await watcher.accounts.refresh();
  let isFinal = true;
  for (const entry of oldestFirst) {
    if (isNews(entry)) {
      const found = await paymentIn(watcher, treasury, own, entry);
      // It is not confirmed where it was looked for, or was moved to another block since. Asked again in the next pass.
      if (found === 'unknown') return { arrivals, gone: moved, marks, isWhole: false, keep };
      if (found) arrivals.push(found);
      read.push(keyOf(entry));
    }
    isFinal = isFinal && entry.isFinalized;
    if (isFinal) marks.set(own.account, entry.signature);
  }
  return { arrivals, gone: moved, marks, isWhole: oldestFirst.length === history.length, keep };

  function keep(): void {
    for (const key of read) treasury.read.add(key);
  }
}

/** What a transaction paid into an account of the treasury for one payment; null when it did not. */
async function paymentIn(
  { node, accounts, chain }: SolanaWatcher,
  treasury: Treasury,
  own: BalanceAccount,
  { signature, slot }: HistoryEntry,
): Promise<NewMovement | null | 'unknown'> {
  const transaction = await node.transaction(signature);
  if (!transaction?.time || transaction.slot !== slot) return 'unknown';
  const reference = referenceIn(transaction, accounts.isOurs);
  if (reference === null) return null;
  const movements = movementsIn(transaction, (one) => one === treasury.address || one === reference);
  const paid = movements.find(({ account, mint }) => account === own.account && mint === own.mint);
  // A sweep names the deposit address too, and takes the money from there: it was counted when it came.
  const isSweep = movements.some(({ address, units }) => address === reference && units < 0n);
  if (!paid || paid.units <= 0n || isSweep) return null;
  const token = paid.mint === null ? 'SOL' : paid.mint === chain.usdcMint ? 'USDC' : null;
  return { ...paid, address: reference, token, signature, slot, time: transaction.time, inTreasury: true };
}
