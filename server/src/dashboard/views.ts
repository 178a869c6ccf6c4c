import type { Permission, Role } from '../identity/permissions.ts';
import type { PaymentListItem } from './payment-schema.ts';

/** What the dashboard's own routes answer. The dashboard imports these types, so nothing here may lead to code for Node. */

export interface MemberView {
  member_id: string;
  email: string;
  role: Role;
  status: 'active' | 'invited';
  totp_enabled: boolean;
  last_seen_at: string | null;
  created_at: string;
}

export interface SessionView {
  member: MemberView;
  merchant: {
    merchant_id: string;
    name: string;
    logo_url: string | null;
    status: 'active' | 'suspended';
    /** False until the link that is mailed at sign-up was opened. */
    email_verified: boolean;
  };
  permissions: readonly Permission[];
  sign_up_open: boolean;
  /** False without a mail server: e-mails stay in the outbox. */
  sends_mail: boolean;
}

export interface RequestLogEntry {
  request_id: string;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  key_id: string | null;
  error_code: string | null;
  ip: string;
  created_at: string;
}

export interface RequestDetail extends RequestLogEntry {
  /** What the request was about. */
  resource_id: string | null;
  /** Redacted; null if there was none, or if it is no longer kept. */
  request_body: string | null;
  response_body: string | null;
  events: { event_id: string; type: string; created_at: string }[];
}

export interface EmailView {
  email_id: string;
  kind: string;
  to: string;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  last_error: string | null;
  resource_id: string;
  created_at: string;
  sent_at: string | null;
}

export interface EmailContent extends EmailView {
  subject: string;
  html: string;
  text: string;
}

/** What the search of the top bar finds, newest first. */
export interface SearchResults {
  payments: PaymentListItem[];
  refunds: FoundRefund[];
  invoices: FoundInvoice[];
}

export interface FoundRefund {
  refund_id: string;
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  /** Of the payment. */
  customer_email: string | null;
}

export interface FoundInvoice {
  invoice_id: string;
  invoice_number: string;
  status: string;
  amount: string;
  currency: string;
  customer_email: string | null;
}
