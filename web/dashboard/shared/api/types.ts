import type { components } from '../../../../sdk/src/generated/openapi.ts';
import type { components as ownComponents } from '../../generated/openapi.ts';

/**
 * Every type that comes from the server is named here. They are generated from the OpenAPI documents of the public API and
 * of the dashboard's own routes, and those from the server's schemas.
 */

type Own = ownComponents['schemas'];
export type Key = Own['Key'];
export type Environment = Key['environment'];
export type Session = Own['Session'];
export type Permission = Session['permissions'][number];
export type Member = Own['Member'];
export type Role = Member['role'];
export type Invitation = Own['Invitation'];
export type OwnSession = Own['OwnSession'];
export type Passkey = Own['Passkey'];
export type Approval = Own['Approval'];
export type AuditEntry = Own['AuditEntry'];
export type NoticeChoices = Own['NoticeChoices'];
export type Settings = Own['Settings'];
export type WalletEntry = Own['WalletEntry'];
export type PaymentListItem = Own['FoundPayment'];
export type PaymentDetail = Own['PaymentDetail'];
export type TimelineEntry = Own['TimelineEntry'];
export type SearchResults = Own['SearchResults'];
export type Attention = Own['Attention'];
export type Stats = Own['Stats'];
export type Totals = Stats['totals'];
export type DayFigures = Stats['by_day'][number];
export type Checklist = Stats['checklist'];
export type ChainsHealth = Own['ChainsHealth'];
export type ChainHealth = ChainsHealth['chains'][number];
export type ChainState = ChainHealth['state'];
export type RequestLogEntry = Own['RequestLogEntry'];
export type RequestDetail = Own['RequestDetail'];
export type Email = Own['Email'];
export type EmailContent = Own['EmailContent'];
export type PayoutDetail = Own['PayoutDetail'];
export type BalanceOutlook = Own['BalanceOutlook'];

type Schemas = components['schemas'];
export type Payment = Schemas['Payment'];
export type Refund = Schemas['Refund'];
export type UnappliedFund = Schemas['UnappliedFund'];
export type ValuedFund = Own['ValuedFund'];
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
