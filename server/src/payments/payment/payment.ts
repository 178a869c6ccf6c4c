import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Metadata } from '../../lib/fields.ts';
import type { Locale } from '../../lib/locales.ts';
import type { PaymentKey } from '../../lib/payment-key.ts';
import type { Answer, IdempotencyClaim } from '../../platform/db/idempotency.ts';
import type { PaymentMove, PaymentStatus } from './states.ts';

export interface PaymentRow {
  payment_id: string;
  merchant_id: string;
  environment: Environment;
  status: PaymentStatus;
  amount_minor: bigint;
  currency: Currency;
  description: string | null;
  metadata: Metadata;
  redirect_url: string | null;
  cancel_url: string | null;
  accepted_chains: ChainId[];
  accepted_tokens: Token[];
  customer_email: string | null;
  reference_id: string | null;
  /** The invoice it pays. */
  invoice_id: string | null;
  /** A merchant that tops up its own balance: no revenue, and no fee on what refunds lack. */
  purpose: 'top_up' | null;
  /** Asked for on chain whatever the rate. numeric(78, 0), as text. */
  exact_units: string | null;
  locale: Locale | null;
  expires_at: Date;
  created_at: Date;
  completed_at: Date | null;
  /** When the merchant cancelled it. Its status is then `expired`. */
  cancelled_at: Date | null;
  chain: ChainId | null;
  token: Token | null;
  /** numeric(78, 0), as text. */
  token_units: string | null;
  tx_hash: string | null;
  payer_address: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  /** The operator's fee when it completed. */
  fee_bps: number | null;
  customer_due_at: Date | null;
  /** When time alone may change something: the deadline, or what test mode's clock makes final. */
  look_at: Date | null;
  /** Since when what came for it could not be written. */
  set_aside_at: Date | null;
  /** Sum of its refunds, except failed ones. */
  refunded_minor: bigint;
  /** numeric(78, 0), as text. */
  refunded_units: string;
}

export type { PaymentKey };

export interface NewPayment {
  row: PaymentRow;
  /** The idempotency key and the response to keep, if the request has a key. */
  kept: { claim: IdempotencyClaim; answer: Answer } | null;
}

export type PaymentListRow = Pick<
  PaymentRow,
  'payment_id' | 'status' | 'amount_minor' | 'currency' | 'chain' | 'token' | 'created_at'
>;

/** Columns that a move sets besides the status. Missing ones are unchanged. */
export interface PaymentChange extends PaymentKey {
  chain?: ChainId;
  token?: Token;
  token_units?: bigint;
  tx_hash?: string;
  payer_address?: string;
  failure_reason?: string;
  failure_message?: string;
  fee_bps?: bigint;
  look_at?: Date | null;
}

/** Moves that merchants get an event for. */
export type AnnouncedMove = Extract<PaymentMove, 'detect' | 'confirm' | 'fail' | 'expire' | 'cancel'>;
