import type { Hex } from '../../../chains/rpc/hex.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { RouteCall, RouteQuote } from '../providers/provider.ts';
import type { Attestation } from './attestations.ts';
import type { CctpChain } from './contracts.ts';

/** Arguments of a burn. */
export interface BurnOrder {
  units: bigint;
  /** Circle's number of the destination chain. */
  domain: number;
  /** The receiver there, as 32 bytes. */
  recipient: Hex;
  maxFee: bigint;
}

/** State of a burn's transaction. `since`: its mint cannot be older. */
export type Burnt = 'waiting' | 'reverted' | 'other' | { since: Date };

export interface Mint {
  txHash: string;
  /** Index of the log or instruction that shows it. */
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

/** Circle's bridge on one chain. Words are 32 bytes, the form of addresses in messages. */
export interface Side extends CctpChain {
  readonly chain: ChainId;
  /** Address of USDC, in the chain's own format. */
  readonly token: string;
  readonly tokenWord: Hex;
  /** Circle's contract or program that burns and mints. */
  readonly messengerWord: Hex;
  wordOf(sender: string): Hex;
  /** The word that USDC for this owner is minted to. */
  receiverWord(owner: string): Promise<Hex>;
  /** The owner of a word; null if it is not an address. */
  receiverIn(word: Hex): Promise<string | null>;
  burnGas(): Promise<RouteQuote['gas'][number]>;
  mintGas(): Promise<RouteQuote['gas'][number]>;
  burnCall(order: BurnOrder): Promise<RouteCall>;
  /** Null if the call is not what `burnCall` builds. */
  readBurn(call: RouteCall): Promise<BurnOrder | null>;
  /** `message` is the exact message that the burn must have sent. */
  burnt(sent: string, message: Hex): Promise<Burnt>;
  isUsed(nonce: Hex): Promise<boolean>;
  isExpired(expirationBlock: bigint): Promise<boolean>;
  /**
   * Finds the final mint of a message, whoever sent it. Null until there is one; `other` if this nonce belongs to
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
