import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { ArrivalKind } from './arrival.ts';

export interface BlockRef {
  number: number;
  hash: string;
  time: Date;
}

/** A cursor that this worker holds. */
export interface HeldCursor {
  chain: ChainId;
  /** Rises when another worker takes the chain. */
  fence: bigint;
  /** Rises with every commit. */
  version: bigint;
  /** Null until the first block is chosen. */
  at: BlockRef | null;
  finalNumber: number;
  finalizedNumber: number;
  haltedReason: string | null;
}

export interface NewArrival {
  kind: ArrivalKind;
  /** Unique within the block. */
  identity: string;
  token: Token | null;
  asset: string | null;
  address: string;
  payerAddress: string | null;
  units: bigint;
  txHash: string | null;
  block: BlockRef;
  logIndex: number | null;
  /** Too large to be final by depth, by itself. All that came for a payment is judged together when it would be final. */
  waitsForFinalized: boolean;
}

/** Native money that left an address of ours. */
export interface NewDeparture<B = BlockRef> {
  identity: string;
  address: string;
  units: bigint;
  block: B;
}

/** All changes of one step, made in one transaction. */
export interface Writes {
  /** Forgets all blocks: the cursor starts anew at its block. */
  restart: boolean;
  at: BlockRef;
  /** Why the cursor does not move, if the step knows. */
  standsBecause?: string | null;
  finalNumber: number;
  finalizedNumber: number;
  newBlocks: BlockRef[];
  /** Blocks with a higher number are abandoned, with all that was seen in them. */
  abandonedAbove: number | null;
  arrivals: NewArrival[];
  departures: NewDeparture[];
  haltReason: string | null;
}

export interface WatchedRow {
  /** As registered, with its checksum. */
  address: string;
  /** Whether native money is expected there. */
  native: boolean;
  registeredAt: Date;
  watchUntil: Date;
}

/** What watching keeps. In Postgres, and in memory for simulations. */
export interface WatchLedger {
  /** Takes the chain or keeps it. Null while another worker holds it. */
  take(chain: ChainId): Promise<HeldCursor | null>;
  /** The verified blocks with these numbers. Few below the final one are kept. */
  blocksBetween(chain: ChainId, from: number, to: number): Promise<BlockRef[]>;
  /** Addresses registered or changed since `mark`; all for null. */
  watchedSince(chain: ChainId, mark: string | null): Promise<{ rows: WatchedRow[]; mark: string }>;
  /** Native money that should be at these addresses: arrived less departed. Addresses without any are left out. */
  nativeAt(chain: ChainId, addresses: readonly string[]): Promise<Map<string, bigint>>;
  /** Transactions that brought native money to this address, by hash. */
  nativeHashes(chain: ChainId, address: string): Promise<string[]>;
  hasUnfinal(chain: ChainId): Promise<boolean>;
  /** False, and nothing is written, if the lease ended, another worker took the chain, or the cursor moved. */
  commit(held: HeldCursor, writes: Writes): Promise<boolean>;
}
