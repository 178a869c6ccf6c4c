import { type BalanceAccount, type HistoryEntry, inParallel } from '../../solana/node.ts';
import { walkHistory } from '../../solana/walk-history.ts';
import type { WatchedOwner } from './accounts.ts';
import type { Balances } from './balances.ts';
import type { Settled } from './settle.ts';
import type { UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

/** Transactions of one address read in one step. The rest follows in the next. */
export const maxTransactions = 200;

export interface HistoryBooks {
  balances: Balances;
  settled: Settled;
  /** Other token accounts with money that is not recorded, by address. They hold up no cursor: nothing expires by them. */
  strays: ReadonlyMap<string, BalanceAccount[]>;
}

export type Listed = HistoryEntry & { account: string };

/** What is listed of one account's history, oldest first. */
export interface AccountList {
  account: string;
  mark: string | undefined;
  entries: Listed[];
  isTop: boolean;
}

/** The transactions of an address that are not known; arrivals that are in another block now; those in none. */
export async function readHistory(
  watcher: SolanaWatcher,
  owner: WatchedOwner,
  { balances, settled, strays }: HistoryBooks,
): Promise<{ lists: AccountList[]; unread: Listed[]; moved: UnfinalArrival[]; missing: UnfinalArrival[] }> {
  const { ledger, accounts, rules } = watcher;
  const gone = new Set(settled.gone.map(({ arrivalId }) => arrivalId));
  const known = (await ledger.knownAt(owner.address)).filter(
    ({ unfinal }) => !unfinal || !gone.has(unfinal.arrivalId),
  );
  const bySignature = new Map(known.map((one) => [`${one.signature} ${one.account}`, one]));
  const isUnread = (entry: Listed) =>
    bySignature.get(`${entry.signature} ${entry.account}`)?.slot !== entry.slot &&
    !accounts.ignored.has(keyOf(entry));
  const own = [...owner.accounts, ...(strays.get(owner.address) ?? [])];
  const marks = await ledger.marksOf(own.map(({ account }) => account));
  const atLeast = rules.asksForSlot ? balances.slot : 0;
  const lists = await inParallel(own, ({ account }) =>
    listHistory(watcher, account, { mark: marks.get(account)?.signature ?? undefined, atLeast }, isUnread),
  );
  const entries = lists.flatMap((list) => list.entries);
  const moved = entries.flatMap(({ signature, slot, account }) => {
    const one = bySignature.get(`${signature} ${account}`);
    return one?.unfinal && one.slot !== slot ? [one.unfinal] : [];
  });
  const found = new Set(entries.map(({ signature }) => signature));
  const isWhole = lists.every(({ isTop }) => isTop);
  const missing = settled.doubtful.filter(
    ({ address, signature }) => isWhole && address === owner.address && !found.has(signature),
  );
  // Strangers can name our address in failing transactions as they like: these are read last, for their fee alone.
  const unread = entries
    .filter(isUnread)
    .sort((a, b) => Number(a.isFailed) - Number(b.isFailed) || a.slot - b.slot);
  return { lists, unread, moved, missing };
}

/** Lists an account's history from its mark on, until there is enough to read for one step. */
async function listHistory(
  { node, paths }: SolanaWatcher,
  account: string,
  from: { mark: string | undefined; atLeast: number },
  isUnread: (entry: Listed) => boolean,
): Promise<AccountList> {
  const entries: Listed[] = [];
  let isTop = false;
  for await (const part of walkHistory(node, paths, account, { commitment: 'confirmed', ...from })) {
    for (const entry of part.entries) entries.push({ ...entry, account });
    isTop = part.isTop;
    if (entries.filter(isUnread).length >= maxTransactions) break;
  }
  return { account, mark: from.mark, entries, isTop };
}

export function keyOf({ signature, slot, account }: Listed): string {
  return `${signature} ${slot} ${account}`;
}
