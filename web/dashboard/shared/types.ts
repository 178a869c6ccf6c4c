import type { components } from '../../../sdk/src/generated/openapi.ts';
import type { Permission, Role } from '../../../server/src/identity/permissions.ts';

/**
 * Every type that comes from the server is imported here. Types of the public API come from the OpenAPI document, which
 * is generated from the server's schemas. The interfaces below have no type of their own on the server, or one that leads
 * to code for Node, and are written out.
 */

export type {
  PaymentDetail,
  PaymentListItem,
} from '../../../server/src/dashboard/payment-schema.ts';
export type { Checklist, DayFigures, Stats, Totals } from '../../../server/src/dashboard/stats-schema.ts';
export type { Environment } from '../../../server/src/environment.ts';
export type { Settings } from '../../../server/src/merchants/settings-schema.ts';
export type { TimelineEntry } from '../../../server/src/timeline/schema.ts';
export type { Permission, Role };

type Schemas = components['schemas'];
export type Payment = Schemas['Payment'];
export type Refund = Schemas['Refund'];
export type RefundClaimLink = Schemas['RefundClaimLink'];
export type UnappliedFund = Schemas['UnappliedFund'];
export type Payout = Schemas['Payout'];
export type PayoutStep = Schemas['PayoutWithSteps']['steps'][number];
export type Settlement = Schemas['Settlement'];
export type Invoice = Schemas['Invoice'];
export type InvoiceListItem = Schemas['InvoiceListItem'];
export type Button = Schemas['Button'];
/** A payment in the list of a link. */
export type LinkPayment = Schemas['PaymentListItem'];
export type PaymentLink = Schemas['PaymentLink'];
export type PaymentLinkListItem = Schemas['PaymentLinkListItem'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['Delivery'];
export type Attempt = Delivery['attempts'][number];
export type TestDelivery = Schemas['TestDelivery'];
/** The body that endpoints receive. */
export type EventBody = Schemas['Event'];

export interface Member {
  member_id: string;
  email: string;
  role: Role;
  status: 'active' | 'invited';
  totp_enabled: boolean;
  last_seen_at: string | null;
  created_at: string;
}

export interface Session {
  member: Member;
  merchant: {
    merchant_id: string;
    name: string;
    logo_url: string | null;
    status: 'active' | 'suspended';
    /** False until the link that is mailed at sign-up was opened. */
    email_verified: boolean;
  };
  permissions: Permission[];
  sign_up_open: boolean;
  /** False without a mail server: e-mails stay in the outbox. */
  sends_mail: boolean;
}

/** A payout, and where to look at the transaction of each step. */
export interface PayoutDetail {
  payout: Schemas['PayoutWithSteps'];
  tx_urls: (string | null)[];
}

export type BalanceOutlook = Schemas['Balance'] & {
  /** Why it cannot be paid out now; null when it can. */
  reason: string | null;
  explanation: string | null;
};

/** A payout wallet in the history. */
export interface WalletEntry {
  wallet_id: string;
  family: 'evm' | 'solana';
  address: string;
  status: 'active' | 'pending' | 'replaced' | 'cancelled';
  set_by: string | null;
  active_from: string;
  created_at: string;
}

/** A browser in which the member is signed in. */
export interface OwnSession {
  session_id: string;
  device: string;
  network: string | null;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}
