import type { Hash } from 'viem';
import type { Route } from '../listen.ts';
import type { EvmChain, TokensOf } from './chain-specs.ts';
import type { FaultControls } from './fault-controls.ts';
import type { Reorg } from './local-chain.ts';
import type { Payment, Payments } from './payments.ts';
import type { FeedAsset } from './price-feeds.ts';
import type { Wallet } from './wallets.ts';

export interface ChainOptions<C extends EvmChain> {
  /** Default: all seven. */
  chains?: readonly C[] | undefined;
  /** A block this often. Default: only when `mine` or a payment asks for one. */
  blockTimeMs?: number | undefined;
  /** Default: a free one. */
  port?: number | undefined;
  /** Decides what is random: hashes of blocks, and which requests fail by chance. */
  seed?: string | undefined;
  /** Chain ids other than the real ones. */
  chainIds?: Partial<Record<C, number>> | undefined;
  /** How many blocks behind the head the tags are. */
  depth?: { safe: number; finalized: number } | undefined;
  /** Served at the same port, by the first part of the path. */
  routes?: Readonly<Record<string, Route>> | undefined;
}

type On<C, T> = { chain: C } & T;

export interface EvmChains<C extends EvmChain> extends FaultControls<C> {
  names: readonly C[];
  url: string;
  urls: Record<C, string>;
  /** Addresses of the tokens that are contracts. */
  tokens: { [K in C]: TokensOf<K> };
  chainIds: Record<C, number>;
  wallets: readonly Wallet[];
  /** Calls the node itself, past all faults, also its development methods. */
  rpc(chain: C, method: string, params?: readonly unknown[]): Promise<unknown>;
  /** The newest block's number. */
  head(chain: C): number;
  /** Mines blocks, the first of them with the given time, which must not be before the newest block's. */
  mine(chain: C, blocks?: number, at?: Date): Promise<void>;
  /** Replaces the newest blocks by others. */
  reorg(chain: C, depth: number, options?: Reorg): Promise<void>;
  drop(chain: C, hash: Hash): Promise<boolean>;
  pay(payment: On<C, Payment>): Promise<Hash>;
  payFromContract(payment: On<C, Omit<Payment, 'token'>>): Promise<Hash>;
  payInVain(payment: On<C, Omit<Payment, 'units'>>): Promise<Hash>;
  /** The other ways to send transactions. */
  on(chain: C): Payments;
  /** Sets a Chainlink feed on arbitrum. */
  setFeed(asset: FeedAsset, usd: string, at?: Date): Promise<void>;
  stop(): Promise<void>;
}
