import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Quote } from '../../treasury/prices/quotes.ts';

/** Quote columns are null for deposits made before they were kept. */
type KeptQuote = { [Column in keyof Omit<Quote, 'token_units'>]: Quote[Column] | null };

export interface DepositRow extends KeptQuote {
  deposit_id: string;
  payment_id: string;
  merchant_id: string;
  environment: Environment;
  chain: ChainId;
  token: Token;
  token_units: string;
  /** How much less than the quote still counts as paid, and how much more is kept. */
  tolerance_units: string;
  address: string;
  created_at: Date;
}
