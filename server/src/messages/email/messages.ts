import type { ChainId } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Locale } from '../../lib/locales.ts';
import type { Role } from '../../lib/roles.ts';

/** The data of each message, with amounts as decimal strings. The templates add the text. */
export type Message = CustomerMessage | MemberMessage | NoticeMessage | SecurityMessage | AnnouncementMessage;
export type CustomerMessage =
  | InvoiceMessage
  | ReceiptMessage
  | PaymentReceiptMessage
  | RefundMessage
  | RefundClaimMessage;
export const customerKinds = [
  'invoice',
  'invoice_paid',
  'payment_receipt',
  'refund_completed',
  'refund_claim',
] as const satisfies CustomerMessage['kind'][];

export function isToCustomer(message: Message): message is CustomerMessage {
  return customerKinds.some((kind) => kind === message.kind);
}

/** Mail to members of a merchant. Its link gives access to an account, so it is stored encrypted. */
export type MemberMessage = PasswordResetMessage | InvitationMessage | VerificationMessage;
export type MessageKind = Message['kind'];

interface InvoiceLines {
  locale: Locale;
  invoice_number: string;
  customer_name: string | null;
  currency: Currency;
  line_items: { description: string; quantity: string; unit_price: string; amount: string }[];
  subtotal: string;
  /** A fraction: "0.08" is 8 percent. */
  tax_rate: string;
  tax_amount: string;
  amount: string;
  memo: string | null;
  invoice_url: string;
}

export interface InvoiceMessage extends InvoiceLines {
  kind: 'invoice';
  /** YYYY-MM-DD */
  due_date: string;
}

export interface ReceiptMessage extends InvoiceLines {
  kind: 'invoice_paid';
  paid_at: string;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  /** Null when a contract sent native money. */
  tx_hash: string | null;
}

/** The receipt of a payment that pays no invoice. */
export interface PaymentReceiptMessage {
  kind: 'payment_receipt';
  locale: Locale;
  amount: string;
  currency: Currency;
  description: string | null;
  reference_id: string | null;
  paid_at: string;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  /** Null when a contract sent native money. */
  tx_hash: string | null;
  checkout_url: string;
}

interface RefundLines {
  locale: Locale;
  refund_id: string;
  amount: string;
  currency: Currency;
  /** The amount of the whole payment, to tell partial refunds from full ones. */
  payment_amount: string;
  description: string | null;
  reference_id: string | null;
  reason: string | null;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
}

export interface RefundMessage extends RefundLines {
  kind: 'refund_completed';
  tx_hash: string;
  refunded_to: string;
  completed_at: string;
}

/**
 * Asks the customer where to send a refund, or to return unapplied money. Whoever has the link decides that, so it is stored
 * encrypted.
 */
export interface RefundClaimMessage extends Omit<RefundLines, 'amount'> {
  kind: 'refund_claim';
  /** Null for unapplied money, which is an amount of a token. */
  amount: string | null;
  link: string;
  /** Until when an address can be given. */
  expires_at: string;
  /** The address that rejected the money, if there was one. */
  refused: string | null;
}

interface MemberLines {
  locale: Locale;
  /** The member's address. */
  email: string;
  link: string;
  /** When the link expires. */
  expires_at: string;
}

export interface PasswordResetMessage extends MemberLines {
  kind: 'password_reset';
}

/** Confirms the address of somebody who has signed up. */
export interface VerificationMessage extends MemberLines {
  kind: 'email_verification';
}

export interface InvitationMessage extends MemberLines {
  kind: 'invitation';
  role: Role;
  invited_by: string | null;
}

/**
 * Tells an owner who decided that money may leave for a new place, or who may decide that. Nobody can turn it off. The
 * link, stored encrypted, is for an owner who lost the role, and undoes that.
 */
export type SecurityMessage = SecurityNotice & { locale: Locale; link?: string; expires_at?: string };
export type SecurityNotice = SecurityLines &
  (
    | AddressLines
    | KeyLines
    | MembershipLines
    | WalletLines
    | SecondFactorLines
    | PasskeyLines
    | ApprovalLines
  );

interface SecurityLines {
  kind: 'security_notice';
  /** A member's e-mail address, or an API key. */
  done_by: string;
  done_at: string;
  page_url: string;
}

interface AddressLines {
  about: 'address' | 'claim_link';
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  /** Null for a claim link: whoever has it decides. */
  address: string | null;
}

interface KeyLines {
  about: 'key' | 'live_key';
  key: string;
}

interface MembershipLines {
  about: 'member_invited' | 'member_role' | 'member_removed' | 'owner_restored' | 'approver_restored';
  /** The member's e-mail address. */
  member: string;
  role: Role;
}

interface WalletLines {
  about: 'wallet';
  address: string;
  /** From when payouts go there. */
  active_from: string;
}

interface SecondFactorLines {
  about: 'second_factor_on' | 'second_factor_off';
}

interface ApprovalLines {
  about: 'approval_asked' | 'rules_asked' | 'members_asked';
  /** By when somebody has to decide. */
  until: string;
}

interface PasskeyLines {
  about: 'passkey_added' | 'passkey_removed';
  /** The name that the member gave it. */
  passkey: string;
}

/** A message written by the operator to all merchants. */
export interface AnnouncementMessage {
  kind: 'announcement';
  locale: Locale;
  subject: string;
  body: string;
}

/** What members can turn on and off. */
export type NoticeKind = 'payment_received' | 'payout_sent' | 'refund_waiting' | 'endpoint_failing';

/** The content of a notice, before its recipients are known. `page_url` is a page of the dashboard. */
export type NoticeContent =
  | PaymentNotice
  | PayoutNotice
  | RefundWaitingNotice
  | EndpointNotice
  | DigestNotice;

/** Tells a member what happened. */
export type NoticeMessage = NoticeContent & { locale: Locale; unsubscribe_url: string };

export interface PaymentNotice {
  kind: 'payment_notice';
  payment_id: string;
  amount: string;
  currency: Currency;
  description: string | null;
  reference_id: string | null;
  customer_email: string | null;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  paid_at: string;
  page_url: string;
}

export interface PayoutNotice {
  kind: 'payout_notice';
  payout_id: string;
  /** Worth at creation. */
  amount: string;
  currency: Currency;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  token_amount: string;
  address: string;
  tx_hash: string | null;
  sent_at: string;
  page_url: string;
}

/** The balance does not cover a refund. */
export interface RefundWaitingNotice {
  kind: 'refund_waiting_notice';
  refund_id: string;
  amount: string;
  currency: Currency;
  chain: ChainId;
  /** The symbol that customers know: POL instead of MATIC. */
  token: string;
  missing_token_amount: string;
  /** When the refund fails unless the balance covers it. */
  fails_at: string;
  page_url: string;
}

export interface EndpointNotice {
  kind: 'endpoint_notice';
  endpoint_id: string;
  environment: 'test' | 'live';
  url: string;
  failing_since: string;
  /** Null when it is not known. */
  last_error: string | null;
  /** Whether deliveries to it have stopped. */
  disabled: boolean;
  page_url: string;
}

/** Sums up the notices above a day's limit. */
export interface DigestNotice {
  kind: 'notice_digest';
  about: NoticeKind;
  /** YYYY-MM-DD */
  day: string;
  count: number;
  totals: { amount: string; currency: Currency }[];
  page_url: string;
}
