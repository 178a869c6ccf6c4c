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

/** What a provider would do now. */
export interface RouteQuote {
  provider: ProviderName;
  input: QuoteInput;
  expectedUnits: bigint;
  /** Less than this never arrives: the call itself refuses it. */
  leastUnits: bigint;
  /** Kept by the provider, in units of `from`: pool fee or bridge fee. */
  feeUnits: bigint;
  /** Gas of all its transactions, in smallest native units of each chain. */
  gas: { chain: Chain; units: bigint }[];
  expectedSeconds: number;
  expiresAt: Date;
  /** The provider's own notes, stored with the step as JSON and given back to `build` and `status`. */
  notes: Record<string, string | number | boolean | null>;
}

export interface RouteRefusal {
  refused: 'no_way' | 'too_small' | 'too_large' | 'no_liquidity' | 'unavailable' | 'not_allowed';
  /** A sentence that merchants read. */
  text: string;
}

/** One transaction of ours. Providers never sign. */
export interface RouteCall {
  chain: Chain;
  to: string;
  data: string;
  value: bigint;
  /** The exact allowance that the call needs. */
  approval: { token: string; spender: string; units: bigint } | undefined;
}

/** What the data of a call says, read back from its bytes. */
export interface CallMeaning {
  /** The token that is given away: its contract, or null for native money. */
  tokenIn: string | null;
  tokenOut: string | null;
  units: bigint;
  leastUnits: bigint;
  /** Where the result goes. */
  recipient: string;
}

export type RouteStatus =
  /** With why it may take longer than usual. */
  | { state: 'waiting'; text?: string }
  /** A second transaction is due, say the mint of a bridge. */
  | { state: 'call'; call: RouteCall }
  /** `logIndex` is the log that shows it; null for a transaction of ours that nobody else can name. */
  | { state: 'arrived'; transactionHash: string; logIndex: number | null; units: bigint }
  /** The money came back, at the sender. */
  | { state: 'returned'; transactionHash: string; units: bigint }
  | { state: 'unknown'; text: string };

export type ProviderName = 'uniswap' | 'cctp' | 'lifi';

export interface RouteProvider {
  name: ProviderName;
  quote(input: QuoteInput): Promise<RouteQuote | RouteRefusal>;
  build(quote: RouteQuote): Promise<RouteCall>;
  /** `sent` is the hash of the built call's transaction, final on its chain. */
  status(quote: RouteQuote, sent: string): Promise<RouteStatus>;
  /**
   * Reads a built call back, to compare it with what was planned. Null: it is not what this provider builds. Without it,
   * and where it says undefined, only target, spender, value and a simulation are checked.
   */
  read?(call: RouteCall): Promise<CallMeaning | null | undefined>;
}
