import { createHash } from 'node:crypto';
import type { CallAccount } from '../../../../chains/solana/solana-call.ts';
import { proportionOf } from '../../../../lib/money.ts';

/** Jupiter's aggregator, version 6: the only program of others that exchanges are made by. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** What an exchange by Jupiter says about itself. */
export interface JupiterRoute {
  /** Whose money it is: the only signer. */
  authority: string;
  source: string;
  destination: string;
  /** Where the result goes instead; null when it goes to `destination`. */
  instead: string | null;
  sourceMint: string;
  destinationMint: string;
  units: bigint;
  quotedUnits: bigint;
  /** Less than this fails, after the fee of whoever offers it. */
  leastUnits: bigint;
}

/** An instruction that gives an exact amount: where its accounts and numbers are. */
interface Layout {
  mark: Buffer;
  accounts: { authority: number; source: number; destination: number; instead?: number; mints: number };
  /** Accounts that every such instruction has. */
  count: number;
  /** Where amount, quoted amount, slippage and fee begin. */
  numbersAt: number;
}

const markBytes = 8;
const numbersBytes = 20;
const wholeBps = 10_000n;

/** How Anchor marks an instruction. */
export function jupiterMark(name: string): Buffer {
  return createHash('sha256').update(`global:${name}`).digest().subarray(0, markBytes);
}

/**
 * As Jupiter's interface definition on the chain says. The first version of both is not read: its numbers come after the
 * plan of the route, and whoever writes bytes behind them has them taken for the numbers.
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

/** Null for anything but an exchange of an exact amount. */
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
  // An account that may be missing is named by the program's own address then.
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
