import type { components, errorCodes, operations } from './generated/openapi.ts';

type Schemas = components['schemas'];
/** Query parameters of an operation. */
export type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
/** JSON body of an operation. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/**
 * Error codes of the API. Any string is allowed, since a newer service may add codes.
 *
 * @example
 * const retryLater: ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'];
 */
export type ErrorCode = errorCodes | (string & {});

/**
 * A payment by a customer.
 *
 * @example
 * const isPaid = (payment: Payment) => payment.status === 'completed';
 */
export type Payment = Schemas['Payment'];

/**
 * A payment in a list.
 *
 * @example
 * const line = (item: PaymentListItem) => `${item.payment_id} ${item.amount} ${item.currency}`;
 */
export type PaymentListItem = Schemas['PaymentListItem'];

/**
 * Chain id.
 *
 * @example
 * const cheap: Chain[] = ['base', 'polygon'];
 */
export type Chain = Payment['accepted_chains'][number];

/**
 * Token symbol.
 *
 * @example
 * const stable: Token[] = ['USDC', 'USDT', 'DAI'];
 */
export type Token = Payment['accepted_tokens'][number];

/**
 * ISO 4217 code of a supported currency.
 *
 * @example
 * const currency: Currency = 'EUR';
 */
export type Currency = Payment['currency'];

/**
 * Parameters of `payments.create`. Amounts are decimal strings, not numbers.
 *
 * @example
 * const params: PaymentCreateParams = { amount: '49.99', currency: 'USD', reference_id: 'order-1001' };
 */
export type PaymentCreateParams = Body<'createPayment'>;

/**
 * Filter and pagination parameters of `payments.list`.
 *
 * @example
 * const params: PaymentListParams = { status: 'completed', limit: 100 };
 */
export type PaymentListParams = Query<'listPayments'>;

/**
 * Outcome that `payments.simulate` gives a test payment.
 *
 * @example
 * const outcome: SimulatedOutcome = 'complete';
 */
export type SimulatedOutcome = Body<'simulatePayment'>['outcome'];

/**
 * A full or partial refund of a payment.
 *
 * @example
 * const isDone = (refund: Refund) => refund.status === 'completed';
 */
export type Refund = Schemas['Refund'];

/**
 * Parameters of `refunds.create`. Without `amount`, the rest of the payment is refunded.
 *
 * @example
 * const params: RefundCreateParams = { payment_id: payment.payment_id, reason: 'Returned' };
 */
export type RefundCreateParams = Body<'createRefund'>;

/**
 * A link with which a customer says where to send a refund.
 *
 * @example
 * const mailBody = ({ claim_url }: RefundClaimLink) => `Where shall we send your refund? ${claim_url}`;
 */
export type RefundClaimLink = Schemas['RefundClaimLink'];

/**
 * Filter and pagination parameters of `refunds.list`.
 *
 * @example
 * const params: RefundListParams = { status: 'failed' };
 */
export type RefundListParams = Query<'listRefunds'>;

/**
 * Where a customer sends the money, and how much.
 *
 * @example
 * const text = (deposit: Deposit) => `${deposit.token_amount} ${deposit.token} to ${deposit.address}`;
 */
export type Deposit = Schemas['Deposit'];

/**
 * A chain and a token that a payment can be paid with now. `signature_problem` says why its payer cannot sign instead of sending.
 *
 * @example
 * const isFree = ({ by_signature }: DepositOption) => by_signature;
 */
export type DepositOption = Schemas['DepositOption'];

/**
 * Parameters of `payments.createDeposit`.
 *
 * @example
 * const params: DepositCreateParams = { chain: 'base', token: 'USDC' };
 */
export type DepositCreateParams = Body<'createDeposit'>;

/**
 * Money that arrived for a payment and was not counted for it.
 *
 * @example
 * const isLate = (fund: UnappliedFund) => fund.reason === 'late';
 */
export type UnappliedFund = Schemas['UnappliedFund'];

/**
 * A link with which a customer says where to return unapplied money.
 *
 * @example
 * const mailText = ({ claim_url }: ReturnClaimLink) => `Where shall we send your money? ${claim_url}`;
 */
export type ReturnClaimLink = Schemas['ReturnClaimLink'];

/**
 * Filter and pagination parameters of `unappliedFunds.list`.
 *
 * @example
 * const params: UnappliedFundListParams = { status: 'open' };
 */
export type UnappliedFundListParams = Query<'listUnappliedFunds'>;

/**
 * Parameters of `unappliedFunds.return`. Without `address`, the payer gets it.
 *
 * @example
 * const params: UnappliedFundReturnParams = { address: '0x00000000000000000000000000000000000000AA' };
 */
export type UnappliedFundReturnParams = Body<'returnUnappliedFund'>;

/**
 * Something that happened to a payment, with its evidence.
 *
 * @example
 * const isMoney = (entry: TimelineEntry) => entry.kind === 'sighting' || entry.kind === 'confirmation';
 */
export type TimelineEntry = Schemas['TimelineEntry'];

/**
 * What you have in one token on one chain.
 *
 * @example
 * const isOwed = (balance: Balance) => balance.available.startsWith('-');
 */
export type Balance = Schemas['Balance'];

/**
 * A payout of one balance to your payout wallet.
 *
 * @example
 * const isDone = (payout: Payout) => payout.status === 'completed';
 */
export type Payout = Schemas['Payout'];

/**
 * A payout with its steps.
 *
 * @example
 * const waits = (payout: PayoutWithSteps) => payout.steps.find((step) => step.status === 'waiting')?.reason;
 */
export type PayoutWithSteps = Schemas['PayoutWithSteps'];

/**
 * What `payouts.create` and `settlement.payOut` answer where a second member has to approve: nothing was paid yet.
 *
 * @example
 * const waits = (answer: Payout | ToApprove): answer is ToApprove => 'pending_approval' in answer;
 */
export type ToApprove = operations['createPayout']['responses'][202]['content']['application/json']['data'];

/**
 * Parameters of `payouts.create`.
 *
 * @example
 * const params: PayoutCreateParams = { chain: 'base', token: 'USDC', token_amount: '10.5' };
 */
export type PayoutCreateParams = Body<'createPayout'>;

/**
 * Parameters of `causeway.balances.topUp`.
 *
 * @example
 * const params: BalanceTopUpParams = { chain: 'base', token: 'USDC' };
 */
export type BalanceTopUpParams = Body<'topUpBalance'>;

/**
 * Filter and pagination parameters of `payouts.list`.
 *
 * @example
 * const params: PayoutListParams = { status: 'processing' };
 */
export type PayoutListParams = Query<'listPayouts'>;

/**
 * When and where your balances are paid out.
 *
 * @example
 * const isByHand = (settlement: Settlement) => settlement.schedule === 'manual';
 */
export type Settlement = Schemas['Settlement'];

/**
 * What 100 USD of one payment option would be paid out as.
 *
 * @example
 * const isPossible = (quote: SettlementQuote) => quote.arriving_amount !== null;
 */
export type SettlementQuote = Schemas['SettlementQuote'];

/**
 * The asset of `settlement.quote`.
 *
 * @example
 * const params: SettlementQuoteParams = { chain: 'base', token: 'USDC' };
 */
export type SettlementQuoteParams = Query<'quoteSettlement'>;

/**
 * A URL that receives events. `secret` is present only after creation and rotation.
 *
 * @example
 * const isOn = (endpoint: WebhookEndpoint) => endpoint.status === 'enabled';
 */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/**
 * A webhook endpoint with its signing secret, which cannot be read again later.
 *
 * @example
 * const keep = ({ endpoint_id, secret }: WebhookEndpointWithSecret) => vault.set(endpoint_id, secret);
 */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

/**
 * Result of `webhookEndpoints.delete`.
 *
 * @example
 * const gone = (answer: DeletedWebhookEndpoint) => answer.endpoint_id;
 */
export type DeletedWebhookEndpoint = Schemas['DeletedWebhookEndpoint'];

/**
 * Parameters of `webhookEndpoints.create`.
 *
 * @example
 * const params: WebhookEndpointCreateParams = { url: 'https://shop.example/hooks', events: ['*'] };
 */
export type WebhookEndpointCreateParams = Body<'createWebhookEndpoint'>;

/**
 * Parameters of `webhookEndpoints.update`. Fields that you leave out do not change.
 *
 * @example
 * const params: WebhookEndpointUpdateParams = { status: 'disabled' };
 */
export type WebhookEndpointUpdateParams = Body<'updateWebhookEndpoint'>;

/**
 * Pagination parameters of a list without filters.
 *
 * @example
 * const params: ListParams = { limit: 50 };
 */
export type ListParams = Query<'listWebhookEndpoints'>;

/**
 * The delivery of one event to one endpoint, with its attempts.
 *
 * @example
 * const lastStatus = (delivery: Delivery) => delivery.attempts.at(-1)?.http_status;
 */
export type Delivery = Schemas['Delivery'];

/**
 * Filter and pagination parameters of `deliveries.list`.
 *
 * @example
 * const params: DeliveryListParams = { status: 'failed' };
 */
export type DeliveryListParams = Query<'listDeliveries'>;

/**
 * Result of a test delivery.
 *
 * @example
 * const works = (test: TestDelivery) => test.success;
 */
export type TestDelivery = Schemas['TestDelivery'];

/**
 * Event types.
 *
 * @example
 * const type: EventType = 'payment.completed';
 */
export type EventType = Schemas['Event']['type'];

/**
 * Filter and pagination parameters of `events.list`.
 *
 * @example
 * const params: EventListParams = { type: 'payment.failed' };
 */
export type EventListParams = Query<'listEvents'>;
