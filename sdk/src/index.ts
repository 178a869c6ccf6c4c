// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package
export type { ApiResponse, WithResponse } from './answer.ts';
export type {
  Button,
  ButtonCreateParams,
  ButtonListParams,
  ButtonPayment,
  ButtonPaymentCreateParams,
  ButtonUpdateParams,
} from './button-types.ts';
export { Causeway } from './causeway.ts';
export {
  CausewayApiError,
  CausewayConnectionError,
  CausewayError,
  CausewayUnexpectedResponseError,
  CausewayUsageError,
} from './errors.ts';
export type {
  BalanceExportParams,
  EventExportParams,
  InvoiceExportParams,
  PaymentExportParams,
  PayoutExportParams,
  RefundExportParams,
} from './export-types.ts';
export type {
  Invoice,
  InvoiceCreateParams,
  InvoiceFinalizeParams,
  InvoiceLineItem,
  InvoiceListItem,
  InvoiceListParams,
  InvoiceUpdateParams,
  SentInvoice,
  VoidedInvoice,
} from './invoice-types.ts';
export type { CausewayOptions, RequestOptions, WriteOptions } from './options.ts';
export type { List, Page } from './page.ts';
export type {
  PaymentLink,
  PaymentLinkCreateParams,
  PaymentLinkListItem,
  PaymentLinkListParams,
  PaymentLinkPaymentListParams,
  PaymentLinkUpdateParams,
} from './payment-link-types.ts';
export type { PaywallOptions } from './paywall/options.ts';
export type {
  Paywall,
  PaywallFastifyReply,
  PaywallHonoContext,
  PaywallNodeRequest,
  PaywallNodeResponse,
} from './paywall/paywall.ts';
export type { Balances } from './resources/balances.ts';
export type { Buttons } from './resources/buttons.ts';
export type { Deliveries } from './resources/deliveries.ts';
export type { Events } from './resources/events.ts';
export type { Exports } from './resources/exports.ts';
export type { Invoices } from './resources/invoices.ts';
export type { PaymentLinks } from './resources/payment-links.ts';
export type { Payments } from './resources/payments.ts';
export type { Payouts } from './resources/payouts.ts';
export type { Refunds } from './resources/refunds.ts';
export type { SettlementSettings } from './resources/settlement.ts';
export type { UnappliedFunds } from './resources/unapplied-funds.ts';
export type { WebhookEndpoints } from './resources/webhook-endpoints.ts';
export type {
  Balance,
  BalanceTopUpParams,
  Chain,
  Currency,
  DeletedWebhookEndpoint,
  Delivery,
  DeliveryListParams,
  Deposit,
  DepositCreateParams,
  DepositOption,
  ErrorCode,
  EventListParams,
  EventType,
  ListParams,
  Payment,
  PaymentCreateParams,
  PaymentListItem,
  PaymentListParams,
  Payout,
  PayoutCreateParams,
  PayoutListParams,
  PayoutWithSteps,
  Refund,
  RefundClaimLink,
  RefundCreateParams,
  RefundListParams,
  ReturnClaimLink,
  Settlement,
  SettlementQuote,
  SettlementQuoteParams,
  SimulatedOutcome,
  TestDelivery,
  TimelineEntry,
  ToApprove,
  Token,
  UnappliedFund,
  UnappliedFundListParams,
  UnappliedFundReturnParams,
  WebhookEndpoint,
  WebhookEndpointCreateParams,
  WebhookEndpointUpdateParams,
  WebhookEndpointWithSecret,
} from './types.ts';
export type { WebhookHeaders } from './webhooks/received.ts';
export type { SignedDelivery, SignOptions } from './webhooks/sign.ts';
export type { VerifyOptions } from './webhooks/verify.ts';
export { type WebhookErrorCode, WebhookVerificationError } from './webhooks/webhook-error.ts';
export type { EventData, WebhookEvent } from './webhooks/webhook-event.ts';
export { type Webhooks, webhooks } from './webhooks/webhooks.ts';
