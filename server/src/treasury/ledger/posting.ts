import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';

/**
 * What we hold, what we owe, and what we earned or spent. `in_transit` and `refunding` are owed: a payout or a refund took it
 * from a merchant's balance, and it is still where we hold it. `operator` is what the operator's own address holds for a route, `trading`
 * what a provider of routes holds of ours. `outside` is everybody else. `cold` is at an address that no worker has the key of.
 */
export type AccountKind =
  | 'deposit_address'
  | 'vault'
  | 'treasury'
  | 'gas'
  | 'in_transit'
  | 'refunding'
  | 'merchant_balance'
  | 'unapplied'
  | 'fee_income'
  | 'gas_cost'
  | 'rounding'
  | 'trading'
  | 'outside'
  | 'operator'
  | 'cold';

export interface AccountKey {
  kind: AccountKind;
  /** Null for accounts of the installation. */
  merchantId: string | null;
  environment: Environment;
  chain: ChainId;
  /** A token of the registry, or the contract address of another one. */
  token: string;
}

export type PostingKind =
  | 'arrival'
  | 'completion'
  | 'reversal'
  | 'refund'
  | 'return'
  | 'sweep'
  | 'payout'
  | 'fee'
  | 'gas'
  | 'credit'
  | 'rounding'
  | 'route'
  /** What had left before a backup was restored, and the database did not know. May leave a balance below zero. */
  | 'restored'
  /** What somebody sent to the vault or the treasury, for no payment. */
  | 'surplus'
  /** From Solana's treasury to the cold address. */
  | 'cold'
  /** From the cold address to the treasury. */
  | 'refill';

/** One event in the ledger. Its lines add up to zero for each chain and token. */
export interface Posting {
  kind: PostingKind;
  /** The id of what it records: an arrival, a payment, a refund, a transfer. */
  source: string;
  environment: Environment;
  at: Date;
  /** Positive units: we hold or spent more. Negative ones: we owe or earned more. */
  lines: { account: AccountKey; units: bigint }[];
}
