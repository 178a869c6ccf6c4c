import type { Chain, Currency, EventType, Payment, Token, UnappliedFund } from '../types.ts';

interface Money {
  /** Decimal string. */
  amount: string;
  currency: Currency;
}

interface PaidWith {
  chain: Chain;
  token: Token;
}

interface Failure {
  /** Code, such as `TRANSACTION_REVERTED`. */
  failure_reason: string;
  /** Human-readable description. */
  failure_message: string;
}

interface PaidPayment extends Money, PaidWith {
  payment_id: string;
  token_amount: string;
  /** Absent, like the payer, when a contract sent native money of a live chain. */
  tx_hash?: string;
  payer_address?: string;
  metadata: Payment['metadata'];
  reference_id: string | null;
  created_at: string;
}

interface RefundOfPayment extends Money, PaidWith {
  refund_id: string;
  payment_id: string;
  created_at: string;
}

interface PayoutOfBalance extends Money, PaidWith {
  payout_id: string;
  token_amount: string;
  /** Your payout wallet. */
  address: string;
  created_at: string;
}

/**
 * The `data` of each event type.
 *
 * @example
 * function ship(data: EventData['payment.completed']) {
 *   return orders.markPaid(data.reference_id, data.payment_id);
 * }
 */
export interface EventData {
  'payment.processing': PaidPayment & { status: 'processing' };
  'payment.completed': PaidPayment & { status: 'completed'; completed_at: string };
  /** `chain`, `token` and `tx_hash` are null when the payment failed before a transaction was seen. */
  'payment.failed': Money &
    Failure & {
      payment_id: string;
      status: 'failed';
      chain: Chain | null;
      token: Token | null;
      tx_hash: string | null;
      created_at: string;
    };
  'payment.expired': Money & {
    payment_id: string;
    status: 'expired';
    metadata: Payment['metadata'];
    reference_id: string | null;
    expires_at: string;
    created_at: string;
  };
  /** Money that arrived for a payment and was not counted for it. */
  'payment.funds_unapplied': UnappliedFund;
  /** A live chain took back the money of a completed payment. */
  'payment.reversed': PaidPayment & {
    /** It stays as it was. */
    status: 'completed' | 'partially_refunded' | 'refunded';
    /** How much of `token_amount` is missing. */
    reversed_token_amount: string;
    completed_at: string;
  };
  'invoice.paid': Money &
    PaidWith & {
      invoice_id: string;
      status: 'paid';
      payment_id: string;
      customer_email: string | null;
      paid_at: string;
      created_at: string;
    };
  'invoice.expired': Money & {
    invoice_id: string;
    status: 'expired';
    customer_email: string | null;
    /** YYYY-MM-DD. */
    due_date: string;
    created_at: string;
  };
  'refund.completed': RefundOfPayment & {
    status: 'completed';
    tx_hash: string;
    /** The payer's address. */
    refunded_to: string;
    completed_at: string;
  };
  'refund.failed': RefundOfPayment & Failure & { status: 'failed'; tx_hash: string | null };
  /** Your balance does not cover it. */
  'refund.waiting': RefundOfPayment & {
    status: 'processing';
    waiting_for: 'balance';
    missing_token_amount: string;
  };
  /** `amount` and `currency`: what it was worth when it was made. */
  'payout.completed': PayoutOfBalance & { status: 'completed'; tx_hash: string; completed_at: string };
  'payout.failed': PayoutOfBalance & Failure & { status: 'failed'; tx_hash: string | null };
}

/**
 * An event. `type` determines the type of `data`.
 *
 * @example
 * function handle(event: WebhookEvent) {
 *   switch (event.type) {
 *     case 'payment.completed':
 *       return ship(event.data.reference_id);
 *     case 'payment.failed':
 *       return tellCustomer(event.data.failure_message);
 *   }
 * }
 */
export type WebhookEvent = {
  [Type in EventType]: {
    /** Prefix `evt_`. An event can be delivered more than once: store the ids that you have handled. */
    id: string;
    type: Type;
    /** When it happened. */
    created_at: string;
    data: EventData[Type];
  };
}[EventType];

/** A record, so that the compiler requires exactly the known types. */
const known: Record<EventType, true> = {
  'payment.completed': true,
  'payment.failed': true,
  'payment.expired': true,
  'payment.processing': true,
  'payment.funds_unapplied': true,
  'payment.reversed': true,
  'invoice.paid': true,
  'invoice.expired': true,
  'refund.completed': true,
  'refund.failed': true,
  'refund.waiting': true,
  'payout.completed': true,
  'payout.failed': true,
};

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(known, type);
}
