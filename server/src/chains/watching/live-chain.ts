import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Log } from '../rpc/answers.ts';

/** A chain to watch, as data. */
export interface LiveChain {
  id: ChainId;
  chainId: number;
  /** In order of preference. They contain keys. */
  rpcUrls: readonly string[];
  /** The native token has no address. */
  tokens: readonly { symbol: Token; address: string | null; decimals: number }[];
  /** Contracts whose transfers are recorded and never credited, such as bridged USDC. */
  strays: readonly { address: string }[];
  finality: Finality;
  pollMs: number;
  /** The most that is offered on top of the base fee, per gas. */
  maxTip: bigint;
  /** Multicall3; null where it is not deployed: balances are then read one by one. */
  multicall: string | null;
  /** How native money leaves our addresses. Without it, money that leaves is inferred from balances that fall. */
  flushes?: Flushes | null;
}

export interface Finality {
  /** Confirmations after which a small amount is final; null where all amounts wait for `finalized`. */
  depth: number | null;
  /** Whether the node's `finalized` tag is used. */
  usesTag: boolean;
  /** Units from which an arrival waits for `finalized`, by token. Without a tag it is final by depth. */
  largeFrom: Partial<Record<Token, bigint>>;
  /**
   * Blocks on top before the second look, at least. Where finality takes a second, the node's index of logs may not be
   * complete yet.
   */
  secondLookDepth: number;
}

export interface Flushes {
  /** The contract that emits the event. */
  contract: string;
  topic: string;
  /** Null for a flush of another token. */
  read(log: Log): { address: string; units: bigint } | null;
}
