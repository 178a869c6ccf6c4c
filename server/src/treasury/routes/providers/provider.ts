import type { Finding } from '../../../chains/setup/checks.ts';
import type { ChainId as Chain, Token } from '../../../lib/chains/registry.ts';

/** A token on a chain. */
export interface Asset {
  chain: Chain;
  token: Token;
}

export interface QuoteInput {
  from: Asset;
  to: Asset;
  /** Smallest units of `from`. */
  units: bigint;
  /** The address of ours that sends on the chain of `from`. */
  sender: string;
  /** The address of ours that receives on the chain of `to`: the vault, or the treasury on Solana. */
  recipient: string;
}

/** A provider's current offer. */
export interface RouteQuote {
  provider: ProviderName;
  input: QuoteInput;
  expectedUnits: bigint;
  /** Minimum result, which the call itself enforces. */
  leastUnits: bigint;
  /** Pool or bridge fee, in units of `from`. */
  feeUnits: bigint;
  /** Gas of all transactions, in smallest native units of each chain. */
  gas: { chain: Chain; units: bigint }[];
  expectedSeconds: number;
  expiresAt: Date;
  /** The provider's own data, stored with the step as JSON and passed to `build` and `status`. */
  notes: Record<string, string | number | boolean | null>;
}

export interface RouteRefusal {
  refused: 'no_way' | 'too_small' | 'too_large' | 'no_liquidity' | 'unavailable' | 'not_allowed';
  /** A sentence shown to merchants. */
  text: string;
}

/** A transaction for us to sign. Providers never sign. */
export interface RouteCall {
  chain: Chain;
  to: string;
  data: string;
  value: bigint;
  /** The exact allowance the call needs. */
  approval: { token: string; spender: string; units: bigint } | undefined;
}

/** The effect of a call, decoded from its data. */
export interface CallMeaning {
  /** Contract of the token that is spent; null for native money. */
  tokenIn: string | null;
  tokenOut: string | null;
  units: bigint;
  leastUnits: bigint;
  /** Receives the result. */
  recipient: string;
}

export type RouteStatus =
  /** `text` says why it takes longer than usual. */
  | { state: 'waiting'; text?: string }
  /** A second transaction is needed, for example the mint of a bridge. */
  | { state: 'call'; call: RouteCall }
  /** `logIndex` is the log that shows the arrival; null if the transaction is our own call. */
  | { state: 'arrived'; transactionHash: string; logIndex: number | null; units: bigint }
  /** The money was returned to the sender. */
  | { state: 'returned'; transactionHash: string; units: bigint }
  | { state: 'unknown'; text: string };

export type ProviderName = 'uniswap' | 'cctp' | 'lifi';

export interface RouteProvider {
  name: ProviderName;
  /** Whether the contracts that it calls on a chain are what we take them for. Empty if it calls none there. */
  check(chain: Chain): Promise<Finding[]>;
  quote(input: QuoteInput): Promise<RouteQuote | RouteRefusal>;
  build(quote: RouteQuote): Promise<RouteCall>;
  /** `sent` is the hash of the call's final transaction. */
  status(quote: RouteQuote, sent: string): Promise<RouteStatus>;
  /**
   * Decodes a built call, to compare it with the plan. Null if this provider would not build it. Without this function no
   * call is signed.
   */
  read?(call: RouteCall): Promise<CallMeaning | null>;
  /**
   * Makes the call on a node without sending it, once its allowance is there, and says what it does beyond the plan; null
   * if nothing. Only for calls that others wrote.
   */
  rehearse?(call: RouteCall, quote: RouteQuote): Promise<string | null>;
}
