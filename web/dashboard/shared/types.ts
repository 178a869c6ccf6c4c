import type { components } from '../../../sdk/src/generated/openapi.ts';
import type { Permission, Role } from '../../../server/src/identity/permissions.ts';

/**
 * Every type that comes from the server is imported here. Types of the public API come from the OpenAPI document, which
 * is generated from the server's schemas. The types below that are written out join types of
 * the public API, or have one on the server that leads to code for Node.
 */

export type {
  ChainHealth,
  ChainState,
  ChainsHealth,
} from '../../../server/src/dashboard/chain-schema.ts';
export type {
  PaymentDetail,
  PaymentListItem,
} from '../../../server/src/dashboard/payment-schema.ts';
export type { Checklist, DayFigures, Stats, Totals } from '../../../server/src/dashboard/stats-schema.ts';
export type {
  EmailContent,
  EmailView as Email,
  MemberView as Member,
  RequestDetail,
  RequestLogEntry,
  SearchResults,
  SessionView as Session,
} from '../../../server/src/dashboard/views.ts';
export type { Environment } from '../../../server/src/environment.ts';
export type { OwnSession } from '../../../server/src/identity/own-session.ts';
export type { Key } from '../../../server/src/merchants/key-view.ts';
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
export type SettlementQuote = Schemas['SettlementQuote'];
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

/** A payout, and where to look at the transaction of each step. */
export interface PayoutDetail {
  payout: Schemas['PayoutWithSteps'];
  tx_urls: (string | null)[];
  /** Of the steps of each route. */
  route_tx_urls: (string | null)[][];
}

export type BalanceOutlook = Schemas['Balance'] & {
  /** Why it cannot be paid out now; null when it can. */
  reason: string | null;
  explanation: string | null;
  /** What became of its last exchange into the settlement asset; null when there is nothing to say. */
  routing: string | null;
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
