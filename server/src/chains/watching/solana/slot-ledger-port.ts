import type { Token } from '../../../lib/chains/registry.ts';
import type { BlockRef, HeldCursor, WatchedRow } from '../ledger-port.ts';

/** Money that came to or left an account of ours, in a transaction that the chain has. */
export interface NewMovement {
  /** Ours. */
  address: string;
  /** The account whose balance it changed. */
  account: string;
  /** Null for strays. */
  token: Token | null;
  /** Null for SOL. */
  mint: string | null;
  /** Above zero: arrived. */
  units: bigint;
  payer: string | null;
  signature: string;
  slot: number;
  time: Date;
  /** It was paid into the treasury and named the address: there is nothing to sweep. */
  inTreasury?: true;
}

/** Money in the treasury whose finalized transaction names several addresses of ours. */
export interface ContestedMovement extends Omit<NewMovement, 'address'> {
  addresses: string[];
}

/** An arrival that is not final yet. */
export interface UnfinalArrival {
  arrivalId: string;
  address: string;
  account: string;
  units: bigint;
  signature: string;
  slot: number;
}

export interface KnownMovement {
  account: string;
  signature: string;
  slot: number;
  /** Set while the arrival is not final: only then its transaction can move to another block. */
  unfinal: UnfinalArrival | null;
}

/** All changes of one step, made in one transaction. */
export interface SlotWrites {
  at: BlockRef;
  /** Why the cursor does not move; null if it does. */
  standsBecause: string | null;
  finalizedSlot: number;
  arrivals: NewMovement[];
  /** Finalized ones only: they never come back. */
  departures: NewMovement[];
  contested: ContestedMovement[];
  /** Arrivals that are final now, and those whose block was abandoned, by id. */
  final: string[];
  gone: string[];
  /** How far histories have been read, by account. Null to read one from its beginning. */
  marks: ReadonlyMap<string, HistoryMark | null>;
}

/**
 * How far an account's history was read: a finalized transaction, and all before it. Without a signature, the first
 * transaction that was read, or the slot after which nothing was there, while none before it is finalized: a node could
 * leave out the first payments that ever came.
 */
export interface HistoryMark {
  signature: string | null;
  slot: number;
  /** What the account had after it, or before the first one; null if that is not known. */
  units: bigint | null;
}

/** What watching Solana keeps. In Postgres, and in memory for simulations. */
export interface SlotLedger {
  /** Takes the chain or keeps it. Null while another worker holds it. */
  take(): Promise<HeldCursor | null>;
  watchedSince(mark: string | null): Promise<{ rows: WatchedRow[]; mark: string }>;
  /** What should be in the accounts of these addresses: arrived less departed. Accounts without any are left out. */
  expectedAt(addresses: readonly string[]): Promise<Map<string, bigint>>;
  /** What is known to have moved at an address. Nothing of abandoned blocks. */
  knownAt(address: string): Promise<KnownMovement[]>;
  /** How far the histories of these accounts have been read. */
  marksOf(accounts: readonly string[]): Promise<ReadonlyMap<string, HistoryMark>>;
  /** Oldest first. */
  unfinal(): Promise<UnfinalArrival[]>;
  /** False, and nothing is written, if the lease ended, another worker took the chain, or the cursor moved. */
  commit(held: HeldCursor, writes: SlotWrites): Promise<boolean>;
}
