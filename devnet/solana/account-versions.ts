import type { Address, EncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { systemProgram } from './addresses.ts';

/** Null when it does not exist. */
export type Account = EncodedAccount | null;

/** Accounts as of any slot. LiteSVM knows only the newest state, so each write leaves a version behind. */
export interface AccountVersions {
  newest(address: Address): Account;
  at(address: Address, slot: number): Account;
  /** Accounts that transactions changed. */
  changed(): Iterable<Address>;
  /** Remembers that a transaction of this slot changed the account. */
  note(address: Address, slot: number, before: Account, after: Account): void;
  /** Sets an account as if it had always been so. */
  set(account: EncodedAccount): void;
  /** Takes back all writes from this slot on. */
  dropFrom(slot: number): void;
}

export function createAccountVersions(svm: LiteSVM): AccountVersions {
  const versions = new Map<Address, { slot: number; account: Account }[]>();

  function newest(address: Address): Account {
    const account = svm.getAccount(address);
    return account.exists ? account : null;
  }
  return {
    newest,
    at(address, slot) {
      const list = versions.get(address);
      return list ? (list.findLast((version) => version.slot <= slot)?.account ?? null) : newest(address);
    },
    changed: () => versions.keys(),
    note(address, slot, before, account) {
      const list = versions.get(address) ?? [{ slot: -1, account: before }];
      versions.set(address, list);
      const last = list.at(-1);
      if (last?.slot === slot) last.account = account;
      else list.push({ slot, account });
    },
    set(account) {
      svm.setAccount(account);
      versions.delete(account.address);
    },
    dropFrom(slot) {
      for (const [address, list] of versions) {
        const kept = list.filter((version) => version.slot < slot);
        if (kept.length === list.length) continue;
        versions.set(address, kept);
        svm.setAccount(kept.at(-1)?.account ?? emptyAccount(address));
      }
    },
  };
}

/** Setting an account to nothing removes it. */
function emptyAccount(address: Address): EncodedAccount {
  return {
    address,
    lamports: 0n as EncodedAccount['lamports'],
    data: new Uint8Array(),
    executable: false,
    programAddress: systemProgram,
    space: 0n,
  };
}
