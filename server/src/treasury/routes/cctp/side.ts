import type { Hex } from '../../../chains/rpc/hex.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { RouteCall, RouteQuote } from '../providers/provider.ts';
import type { Attestation } from './attestations.ts';
import type { CctpChain } from './contracts.ts';

/** What a burn orders, beside who burns. */
export interface BurnOrder {
  units: bigint;
  /** The number of the other chain. */
  domain: number;
  /** Who gets it there: 32 bytes. */
  recipient: Hex;
  maxFee: bigint;
}

/** What became of the transaction of a burn. `since`: no mint of it is older. */
export type Burnt = 'waiting' | 'reverted' | 'other' | { since: Date };

export interface Mint {
  txHash: string;
  /** The log or instruction that shows it. */
  logIndex: number;
  units: bigint;
}

export interface WantedMint {
  units: bigint;
  recipient: string;
  /** The message of the burn. */
  burn: Hex;
  sourceDomain: number;
  sourceMessenger: Hex;
  nonce: Hex;
  since: Date;
}

/** One chain of Circle's bridge: how it burns and mints there. Words are 32 bytes, as messages write addresses. */
export interface Side extends CctpChain {
  readonly chain: ChainId;
  /** USDC, as the chain writes addresses. */
  readonly token: string;
  readonly tokenWord: Hex;
  /** Of Circle's contract or program that burns and mints. */
  readonly messengerWord: Hex;
  wordOf(sender: string): Hex;
  /** Where USDC of this owner is minted to. */
  receiverWord(owner: string): Promise<Hex>;
  /** The owner of a word; null when it is none. */
  receiverIn(word: Hex): Promise<string | null>;
  burnGas(): Promise<RouteQuote['gas'][number]>;
  mintGas(): Promise<RouteQuote['gas'][number]>;
  burnCall(order: BurnOrder): Promise<RouteCall>;
  /** Null when it is not what `burnCall` writes. */
  readBurn(call: RouteCall): Promise<BurnOrder | null>;
  /** `message` is what the burn must have sent, to the last byte. */
  burnt(sent: string, message: Hex): Promise<Burnt>;
  isUsed(nonce: Hex): Promise<boolean>;
  isExpired(expirationBlock: bigint): Promise<boolean>;
  /**
   * The mint of a message, whoever sent it, once it is final. Null until there is one; `other` when this nonce belongs to
   * another burn, or the money went elsewhere.
   */
  findMint(wanted: WantedMint): Promise<Mint | 'other' | null>;
  mintCall(
    attestation: Attestation & { nonce: Hex },
    sourceDomain: number,
    burnToken: Hex,
  ): Promise<RouteCall>;
}

export type Sides = (chain: ChainId) => Side | null;
