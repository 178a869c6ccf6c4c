import { hourMs, minuteMs } from '../../../lib/durations.ts';
import type { BalanceAccount } from '../../solana/node.ts';
import type { WatchedRow } from '../ledger-port.ts';
import { lookEveryMs } from '../watched-set.ts';
import type { SlotLedger } from './slot-ledger-port.ts';

/** An address of ours with the accounts that hold its money. */
export interface WatchedOwner {
  address: string;
  accounts: BalanceAccount[];
  /** Its history is read again if it ever had money, though its balances are explained. */
  isReread: boolean;
  /** Money is looked for in other token accounts of it. */
  isSearched: boolean;
}

/** The addresses in memory. Each refresh reads only what was registered since the last one. */
export interface WatchedAccounts {
  readonly size: number;
  isOurs(address: string): boolean;
  refresh(): Promise<void>;
  /** Those to look at now: all that are open, and closed ones ever more slowly. */
  due(): Promise<WatchedOwner[]>;
  of(address: string): Promise<WatchedOwner>;
  looked(owners: readonly WatchedOwner[]): void;
  /** Transactions that name an account and did not change it, as "signature slot account": they are read once. */
  readonly ignored: Set<string>;
  /** Counts passes in a row for which an address is odd. True at every so many. */
  isStuck(address: string, isOdd: boolean, passes: number): boolean;
}

/** Finds the token account of an owner. It takes hashing, so it is done once for each address. */
export type FindTokenAccount = (owner: string, mint: string) => Promise<string>;

/** Rereads everything now and then, which drops addresses whose time is over. */
const reloadEveryMs = hourMs;
const maxIgnored = 100_000;

/** Closed addresses that are looked at in one pass, and addresses of any kind that are read again. */
const maxClosed = 1000;
const maxReread = 50;
const rereadEveryMs = hourMs;
/** A search takes two requests for one address, so a few are made in each pass, the longest waiting ones first. */
const maxSearched = 3;
const searchEveryMs = 10 * minuteMs;

interface Entry extends WatchedRow {
  nextLookMs: number;
  nextRereadMs: number;
  nextSearchMs: number;
  accounts: BalanceAccount[] | null;
}

export function createWatchedAccounts(
  mints: readonly string[],
  findTokenAccount: FindTokenAccount,
  ledger: SlotLedger,
  nowMs: () => number,
): WatchedAccounts {
  let entries = new Map<string, Entry>();
  let mark: string | null = null;
  let loadedMs = Number.NEGATIVE_INFINITY;
  const ignored = new Set<string>();
  const odd = new Map<string, number>();

  async function accountsOf(address: string): Promise<BalanceAccount[]> {
    const entry = entries.get(address);
    if (entry?.accounts) return entry.accounts;
    const tokens = mints.map(async (mint) => ({ account: await findTokenAccount(address, mint), mint }));
    const accounts = [{ account: address, mint: null }, ...(await Promise.all(tokens))];
    if (entry) entry.accounts = accounts;
    return accounts;
  }
  const ownerOf = async (address: string, isReread = false) => ({
    address,
    accounts: await accountsOf(address),
    isReread,
    isSearched: false,
  });

  return {
    get size() {
      return entries.size;
    },
    ignored,
    isOurs: (address) => entries.has(address),
    isStuck(address, isOdd, passes) {
      const count = isOdd ? (odd.get(address) ?? 0) + 1 : 0;
      if (isOdd) odd.set(address, count);
      else odd.delete(address);
      return isOdd && count % passes === 0;
    },
    of: (address) => ownerOf(address),
    async refresh() {
      const isStale = nowMs() - loadedMs > reloadEveryMs;
      const changed = await ledger.watchedSince(isStale ? null : mark);
      const known = entries;
      if (isStale) {
        entries = new Map();
        loadedMs = nowMs();
      }
      if (ignored.size > maxIgnored) ignored.clear();
      mark = changed.mark;
      for (const row of changed.rows)
        entries.set(row.address, {
          nextLookMs: 0,
          nextRereadMs: 0,
          nextSearchMs: known.get(row.address)?.nextSearchMs ?? 0,
          accounts: known.get(row.address)?.accounts ?? null,
          ...row,
        });
    },
    async due() {
      const now = nowMs();
      const owners: WatchedOwner[] = [];
      let [closed, reread] = [0, 0];
      for (const entry of entries.values()) {
        if (entry.nextLookMs > now) continue;
        if (lookEveryMs(entry, now) > 0 && ++closed > maxClosed) continue;
        const isReread = entry.nextRereadMs <= now && ++reread <= maxReread;
        owners.push(await ownerOf(entry.address, isReread));
      }
      const waiting = owners.filter(({ address }) => (entries.get(address)?.nextSearchMs ?? now) <= now);
      waiting.sort(
        (a, b) => (entries.get(a.address)?.nextSearchMs ?? 0) - (entries.get(b.address)?.nextSearchMs ?? 0),
      );
      for (const owner of waiting.slice(0, maxSearched)) owner.isSearched = true;
      return owners;
    },
    looked(owners) {
      for (const { address, isReread, isSearched } of owners) {
        const entry = entries.get(address);
        if (!entry) continue;
        const everyMs = lookEveryMs(entry, nowMs());
        entry.nextLookMs = nowMs() + everyMs;
        if (isSearched) entry.nextSearchMs = nowMs() + Math.max(searchEveryMs, everyMs);
        if (isReread) entry.nextRereadMs = nowMs() + Math.max(rereadEveryMs, everyMs);
      }
    },
  };
}
