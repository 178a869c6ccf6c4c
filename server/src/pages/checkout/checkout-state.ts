import type { WalletRequest } from '../../chains/wallet-request.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Locale } from '../../lib/locales.ts';
import type { Branding } from '../../merchants/branding.ts';
import type { Contact } from '../../merchants/contacts.ts';
import type { PaymentStatus } from '../../payments/payment/states.ts';
import type { UnappliedReason } from '../../payments/unapplied-funds/unapplied-fund.ts';

// Types only, with imports from leaf files only: web/checkout imports this, and must not compile the rest of the server.

/** State of a checkout page. Public: anyone with the link can read it. */
export interface CheckoutState {
  payment_id: string;
  status: PaymentStatus;
  environment: Environment;
  amount: string;
  currency: Currency;
  description: string | null;
  merchant: Branding;
  /** Where customers reach the merchant. */
  contacts: Contact[];
  customer_email: string | null;
  /** Set by the merchant; null leaves the choice to the browser. */
  locale: Locale | null;
  created_at: string;
  expires_at: string;
  /** When the merchant cancelled the payment. Its status is then `expired`. */
  cancelled_at: string | null;
  completed_at: string | null;
  /** Whether the page stops following: money of an expired live payment may still be on its way. */
  is_over: boolean;
  /** The page counts down by this clock, not by the device's. */
  server_time: string;
  /** Null until the payment is settled. */
  redirect_url: string | null;
  cancel_url: string | null;
  /** Page of the invoice that this payment pays. */
  invoice_url: string | null;
  /** In registry order. Empty unless the payment can be paid now. */
  options: CheckoutOption[];
  /** The option chosen last. Its quote is locked. */
  chosen: ChosenOption | null;
  transaction: CheckoutTransaction | null;
  /** Live money that arrived and does not count for this payment, as far as it is known now. */
  unapplied: CheckoutUnapplied[];
  /** Those that were sent or are being sent, oldest first. */
  refunds: CheckoutRefund[];
  failure: { reason: string; message: string } | null;
  /** Checkout of the payment that replaced this one. */
  retry_url: string | null;
  /** The failed payment that this one replaced. */
  retried_from: string | null;
  /** Origin of the page whose button created the payment, the only one that receives status messages. */
  opener_origin: string | null;
}

/** A chain and the tokens that are accepted on it. */
export interface CheckoutOption {
  chain: ChainId;
  chain_name: string;
  typical_seconds: number;
  tokens: { token: Token; symbol: string; token_amount: string }[];
}

export interface ChosenOption {
  chain: ChainId;
  token: Token;
  /** What people call the token. */
  symbol: string;
  /** The quote. */
  token_amount: string;
  /** When the quote runs out, at the latest with the payment. Null for one made before it was kept. */
  quote_expires_at: string | null;
  /** What arrived so far and counts, at the price of its time. */
  received_amount: string;
  /** What is left to send. The URI and the wallet ask for this. */
  remaining_amount: string;
  address: string;
  payment_uri: string | null;
  /** What a browser wallet is asked to send. Always null in test mode. */
  wallet: WalletRequest | null;
  /** What fees are paid in on this chain. */
  fee_symbol: string;
  /** What a browser wallet signs to pay without gas (EIP-3009). Null where that is not offered. */
  signing: SigningRequest | null;
  /** The newest signature that was given for this option, while the payment waits for its money. */
  signed: { status: 'sending'; reason: null } | { status: 'failed'; reason: string | null } | null;
  /** A transaction from the page's wallet that a node knows and the payment does not count yet. */
  sent: { tx_hash: string; tx_url: string } | null;
  test_wallet: { address: string; balance: string } | null;
}

export interface SigningRequest {
  /** Of the token, in signatures. */
  name: string;
  version: string;
  chain_id: number;
  contract: string;
  /** The payment's address, and the exact amount in the token's smallest unit. */
  to: string;
  units: string;
}

export interface CheckoutUnapplied {
  /** `elsewhere`: it counts on another option that was chosen before, where some is missing. */
  reason: UnappliedReason | 'elsewhere';
  chain: ChainId;
  chain_name: string;
  /** Null, like the amount, for a token that the service does not know. */
  symbol: string | null;
  token_amount: string | null;
  tx_hash: string | null;
  tx_url: string | null;
  /** Whether the merchant has sent it back. */
  returned: boolean;
}

export interface CheckoutRefund {
  status: 'processing' | 'completed';
  amount: string;
  chain: ChainId;
  chain_name: string;
  token: Token;
  symbol: string;
  token_amount: string;
  /** The merchant's own words. */
  reason: string | null;
  /** Null while nobody knows who paid. */
  refunded_to: string | null;
  /** At the block explorer; null in test mode. */
  refunded_to_url: string | null;
  tx_hash: string | null;
  tx_url: string | null;
  /** When it completed, or began. */
  at: string;
}

export interface CheckoutTransaction {
  chain: ChainId;
  chain_name: string;
  token: Token;
  symbol: string;
  token_amount: string;
  /** Absent, like the payer, when a contract sent native money. */
  tx_hash?: string;
  payer_address?: string;
  /** At the block explorer; null in test mode. */
  payer_url: string | null;
  /** At the block explorer; in test mode, at our own page. */
  tx_url: string | null;
  confirmations: number;
  required_confirmations: number;
}
