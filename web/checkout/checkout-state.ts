import type { Locale } from '../shared/locale.ts';

/** What the server says about a payment: with the page, by events, and as the answer to every action. */
export interface CheckoutState {
  payment_id: string;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'expired' | 'refunded' | 'partially_refunded';
  environment: 'test' | 'live';
  amount: string;
  currency: string;
  description: string | null;
  merchant: { name: string; logo_url: string | null };
  customer_email: string | null;
  locale: Locale | null;
  created_at: string;
  expires_at: string;
  server_time: string;
  redirect_url: string | null;
  cancel_url: string | null;
  invoice_url: string | null;
  options: Option[];
  chosen: Chosen | null;
  transaction: Transaction | null;
  failure: { reason: string; message: string } | null;
  retry_url: string | null;
  /** Where the page is whose button made the payment: the only one that may be told how it goes. */
  opener_origin: string | null;
}

export interface Option {
  chain: string;
  chain_name: string;
  typical_seconds: number;
  tokens: { token: string; token_amount: string }[];
}

export interface Choice {
  chain: string;
  token: string;
}

export interface Chosen extends Choice {
  token_amount: string;
  address: string;
  payment_uri: string | null;
  test_wallet: { address: string; balance: string } | null;
}

export interface Transaction extends Choice {
  chain_name: string;
  token_amount: string;
  tx_hash: string;
  payer_address: string;
  confirmations: number;
  required_confirmations: number;
}

export function isCheckoutState(value: unknown): value is CheckoutState {
  return typeof value === 'object' && value !== null && 'payment_id' in value && 'server_time' in value;
}

/** Nothing more can happen that the customer waits for. */
export function isOver({ status }: CheckoutState): boolean {
  return status !== 'pending' && status !== 'processing';
}

/** Answers and events can overtake each other: the one written last by the server's clock holds. */
export function newest(current: CheckoutState, incoming: CheckoutState): CheckoutState {
  return incoming.payment_id === current.payment_id &&
    Date.parse(incoming.server_time) >= Date.parse(current.server_time)
    ? incoming
    : current;
}

/** Whether anything but the time of writing differs. */
export function sameNews(one: CheckoutState, other: CheckoutState): boolean {
  return JSON.stringify({ ...one, server_time: '' }) === JSON.stringify({ ...other, server_time: '' });
}
