import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Quote } from '../../treasury/prices/quotes.ts';
import type { PaymentStatus } from '../payment/states.ts';

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

/** A deposit with the columns of its payment that watching needs. */
export interface WatchedDepositRow extends DepositRow {
  /** When the next look is due, as read by this look: usually its own lease. */
  check_at: Date | null;
  /** Someone chose this option at the checkout and is waiting for it to confirm. */
  followed: boolean;
  status: PaymentStatus;
  expires_at: Date;
  /** Where the payment was detected; null until then. */
  payment_chain: ChainId | null;
  payment_token: Token | null;
  amount_minor: bigint;
  currency: Currency;
}
