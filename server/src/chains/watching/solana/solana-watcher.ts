import type { SolanaNode } from '../../solana/node.ts';
import type { HistoryPaths } from '../../solana/walk-history.ts';
import type { WatchedAccounts } from './accounts.ts';
import type { SlotLedger } from './slot-ledger-port.ts';
import type { Treasury } from './treasury-accounts.ts';

/** Solana as data. */
export interface SolanaLiveChain {
  id: 'solana';
  genesisHash: string;
  /** In order of preference. They contain keys. */
  rpcUrls: readonly string[];
  usdcMint: string;
  strays: readonly string[];
  pollMs: number;
}

/** The decisions of a step. Simulations replace one of them to show that it is needed. */
export interface SlotRules {
  /** Asks for at least the slot that was read before. */
  readonly asksForSlot: boolean;
  /** Waits for `finalized`, and gives up arrivals whose block was abandoned. */
  readonly settles: boolean;
}

export const slotRules: SlotRules = { asksForSlot: true, settles: true };

/** What Solana is watched with. */
export interface SolanaWatcher {
  chain: SolanaLiveChain;
  node: SolanaNode;
  ledger: SlotLedger;
  accounts: WatchedAccounts;
  /** Where this worker is in long histories. */
  paths: HistoryPaths;
  rules: SlotRules;
  /** Where connected wallets pay; null while the wallet has none. */
  treasury: Treasury | null;
  onClock(slot: number, time: Date): void;
  /** Called after each part of a step, which shows how far a failing step got. */
  onPart?(part: 'clock' | 'balances' | 'statuses' | 'histories' | 'treasury'): void;
  warn(message: string, details: object): void;
}
