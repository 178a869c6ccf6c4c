import type { BalanceAccount } from '../../chains/solana/node.ts';
import { hourMs } from '../../durations.ts';
import type { WatchedRow } from '../ledger-port.ts';
import { lookEveryMs } from '../watched-set.ts';
import type { SlotLedger } from './slot-ledger-port.ts';

/** An address of ours with the accounts that hold its money. */
export interface WatchedOwner {
  address: string;
  accounts: BalanceAccount[];
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
}

/** Finds the token account of an owner. It takes hashing, so it is done once for each address. */
export type FindTokenAccount = (owner: string, mint: string) => Promise<string>;

/** Rereads everything now and then, which drops addresses whose time is over. */
const reloadEveryMs = hourMs;
const maxIgnored = 100_000;

interface Entry extends WatchedRow {
  nextLookMs: number;
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

  async function accountsOf(address: string): Promise<BalanceAccount[]> {
    const entry = entries.get(address);
    if (entry?.accounts) return entry.accounts;
    const tokens = mints.map(async (mint) => ({ account: await findTokenAccount(address, mint), mint }));
    const accounts = [{ account: address, mint: null }, ...(await Promise.all(tokens))];
    if (entry) entry.accounts = accounts;
    return accounts;
  }
  const ownerOf = async (address: string) => ({ address, accounts: await accountsOf(address) });

  return {
    get size() {
      return entries.size;
    },
    ignored,
    isOurs: (address) => entries.has(address),
    of: ownerOf,
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
          accounts: known.get(row.address)?.accounts ?? null,
          ...row,
        });
    },
    async due() {
      const now = nowMs();
      const due = [...entries.values()].filter((entry) => entry.nextLookMs <= now);
      const owners: WatchedOwner[] = [];
      for (const { address } of due) owners.push(await ownerOf(address));
      return owners;
    },
    looked(owners) {
      for (const { address } of owners) {
        const entry = entries.get(address);
        if (entry) entry.nextLookMs = nowMs() + lookEveryMs(entry, nowMs());
      }
    },
  };
}
