import { createHash } from 'node:crypto';
import type { CallAccount } from '../../../../chains/solana/solana-call.ts';
import { proportionOf } from '../../../../lib/money.ts';

/** Jupiter's aggregator, version 6: the only third-party program that swaps use. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** The arguments of a Jupiter instruction. */
export interface JupiterRoute {
  /** The owner of the money, and the only signer. */
  authority: string;
  source: string;
  destination: string;
  /** Account that receives the result instead of `destination`; null if there is none. */
  instead: string | null;
  sourceMint: string;
  destinationMint: string;
  units: bigint;
  quotedUnits: bigint;
  /** The instruction fails below this, counted after the platform fee. */
  leastUnits: bigint;
}

/** Positions of accounts and numbers in an exact-input instruction. */
interface Layout {
  mark: Buffer;
  accounts: { authority: number; source: number; destination: number; instead?: number; mints: number };
  /** Number of accounts that every such instruction has. */
  count: number;
  /** Offset of amount, quoted amount, slippage and fee. */
  numbersAt: number;
}

const markBytes = 8;
const numbersBytes = 20;
const wholeBps = 10_000n;

/** Anchor's discriminator of an instruction. */
export function jupiterMark(name: string): Buffer {
  return createHash('sha256').update(`global:${name}`).digest().subarray(0, markBytes);
}

/**
 * From Jupiter's interface definition on the chain. The first version of both instructions is refused: its numbers
 * follow the variable-length route plan, so appended bytes could be mistaken for them.
 */
const layouts: readonly Layout[] = [
  {
    mark: jupiterMark('route_v2'),
    accounts: { authority: 0, source: 1, destination: 2, mints: 3, instead: 7 },
    count: 10,
    numbersAt: 8,
  },
  {
    mark: jupiterMark('shared_accounts_route_v2'),
    accounts: { authority: 1, source: 2, destination: 5, mints: 6 },
    count: 12,
    numbersAt: 9,
  },
];

/** Null for anything but an exact-input swap. */
export function readRoute(accounts: readonly CallAccount[], data: Buffer): JupiterRoute | null {
  const layout = layouts.find(({ mark }) => data.subarray(0, markBytes).equals(mark));
  if (!layout || accounts.length < layout.count) return null;
  const { numbersAt: at } = layout;
  if (data.length < at + numbersBytes) return null;
  const [units, quotedUnits] = [data.readBigUInt64LE(at), data.readBigUInt64LE(at + 8)];
  const [slippage, fee] = [BigInt(data.readUInt16LE(at + 16)), BigInt(data.readUInt16LE(at + 18))];
  if (slippage > wholeBps || fee > wholeBps) return null;
  const { authority, source, destination, instead, mints } = layout.accounts;
  const addressAt = (index: number) => accounts[index]?.address ?? '';
  // Optional accounts that are absent are given as the program's own address.
  const other = instead === undefined ? jupiterProgram : addressAt(instead);
  const kept = proportionOf(quotedUnits, wholeBps - slippage, wholeBps);
  return {
    authority: addressAt(authority),
    source: addressAt(source),
    destination: addressAt(destination),
    instead: other === jupiterProgram ? null : other,
    sourceMint: addressAt(mints),
    destinationMint: addressAt(mints + 1),
    units,
    quotedUnits,
    leastUnits: proportionOf(kept, wholeBps - fee, wholeBps),
  };
}
