import type { components, errorCodes, operations } from './generated/openapi.ts';

type Schemas = components['schemas'];
/** The query of an operation. */
export type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
/** The JSON that an operation takes. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/**
 * The codes of errors. Others may be added by a newer service, hence the open end.
 *
 * @example
 * const retryLater: ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'];
 */
export type ErrorCode = errorCodes | (string & {});

/**
 * One charge to a customer.
 *
 * @example
 * const isPaid = (payment: Payment) => payment.status === 'completed';
 */
export type Payment = Schemas['Payment'];

/**
 * A payment as lists show it.
 *
 * @example
 * const line = (item: PaymentListItem) => `${item.payment_id} ${item.amount} ${item.currency}`;
 */
export type PaymentListItem = Schemas['PaymentListItem'];

/**
 * Id of a chain.
 *
 * @example
 * const cheap: Chain[] = ['base', 'polygon'];
 */
export type Chain = Payment['accepted_chains'][number];

/**
 * Symbol of a token.
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
 * What `payments.create` takes. Amounts are decimal strings, never numbers.
 *
 * @example
 * const params: PaymentCreateParams = { amount: '49.99', currency: 'USD', reference_id: 'order-1001' };
 */
export type PaymentCreateParams = Body<'createPayment'>;

/**
 * Filters and cursors of `payments.list`.
 *
 * @example
 * const params: PaymentListParams = { status: 'completed', limit: 100 };
 */
export type PaymentListParams = Query<'listPayments'>;

/**
 * How `payments.simulate` ends a test payment.
 *
 * @example
 * const outcome: SimulatedOutcome = 'complete';
 */
export type SimulatedOutcome = Body<'simulatePayment'>['outcome'];

/**
 * A full or partial return of a payment.
 *
 * @example
 * const isDone = (refund: Refund) => refund.status === 'completed';
 */
export type Refund = Schemas['Refund'];

/**
 * What `refunds.create` takes. Without `amount`, all that is left of the payment.
 *
 * @example
 * const params: RefundCreateParams = { payment_id: payment.payment_id, reason: 'Returned' };
 */
export type RefundCreateParams = Body<'createRefund'>;

/**
 * Filters and cursors of `refunds.list`.
 *
 * @example
 * const params: RefundListParams = { status: 'failed' };
 */
export type RefundListParams = Query<'listRefunds'>;

/**
 * An address of yours that events are sent to. `secret` is there on creation and rotation only.
 *
 * @example
 * const isOn = (endpoint: WebhookEndpoint) => endpoint.status === 'enabled';
 */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/**
 * A webhook endpoint whose signing secret is shown, this once.
 *
 * @example
 * const keep = ({ endpoint_id, secret }: WebhookEndpointWithSecret) => vault.set(endpoint_id, secret);
 */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

/**
 * What `webhookEndpoints.delete` answers.
 *
 * @example
 * const gone = (answer: DeletedWebhookEndpoint) => answer.endpoint_id;
 */
export type DeletedWebhookEndpoint = Schemas['DeletedWebhookEndpoint'];

/**
 * What `webhookEndpoints.create` takes.
 *
 * @example
 * const params: WebhookEndpointCreateParams = { url: 'https://shop.example/hooks', events: ['*'] };
 */
export type WebhookEndpointCreateParams = Body<'createWebhookEndpoint'>;

/**
 * What `webhookEndpoints.update` takes; only what is given changes.
 *
 * @example
 * const params: WebhookEndpointUpdateParams = { status: 'disabled' };
 */
export type WebhookEndpointUpdateParams = Body<'updateWebhookEndpoint'>;

/**
 * Limit and cursors of a list that has no filters.
 *
 * @example
 * const params: ListParams = { limit: 50 };
 */
export type ListParams = Query<'listWebhookEndpoints'>;

/**
 * One event for one endpoint, with its attempts.
 *
 * @example
 * const lastStatus = (delivery: Delivery) => delivery.attempts.at(-1)?.http_status;
 */
export type Delivery = Schemas['Delivery'];

/**
 * Filters and cursors of `deliveries.list`.
 *
 * @example
 * const params: DeliveryListParams = { status: 'failed' };
 */
export type DeliveryListParams = Query<'listDeliveries'>;

/**
 * What came of a test delivery.
 *
 * @example
 * const works = (test: TestDelivery) => test.success;
 */
export type TestDelivery = Schemas['TestDelivery'];

/**
 * The eight types of events.
 *
 * @example
 * const type: EventType = 'payment.completed';
 */
export type EventType = Schemas['Event']['type'];

/**
 * Filter and cursors of `events.list`.
 *
 * @example
 * const params: EventListParams = { type: 'payment.failed' };
 */
export type EventListParams = Query<'listEvents'>;
