import type { components } from '../../../sdk/src/generated/openapi.ts';
import type { Permission, Role } from '../../../server/src/identity/permissions.ts';
import type { PayoutLinks, PayoutProspect } from '../../../server/src/settlement/views.ts';

/**
 * Every type that comes from the server is imported here. Types of the public API come from the OpenAPI document, which
 * is generated from the server's schemas.
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
export type { WalletEntry } from '../../../server/src/settlement/views.ts';
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

export type PayoutDetail = PayoutLinks & { payout: Schemas['PayoutWithSteps'] };
export type BalanceOutlook = Schemas['Balance'] & PayoutProspect;
