import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { AbstractPaymentProvider, MedusaError, PaymentSessionStatus } from '@medusajs/framework/utils';
import { toAmount, toCurrency } from './amounts.ts';
import { type Connection, connect, isUnavailable } from './connection.ts';
import type { CausewayOptions } from './options.ts';
import { cancelPayment, createPayment, currentPayment } from './payments.ts';
import { refundOnce } from './refunds.ts';
import { isSessionData, type SessionData, sessionStatus, withPayment } from './session-data.ts';
import { webhookAction } from './webhook-action.ts';

/** What Medusa calls. Whatever it asks, the answer is the payment as Causeway has it now, never what an event or a customer says. */
export class CausewayProvider extends AbstractPaymentProvider<CausewayOptions> {
  static override identifier = 'causeway';
  private readonly connection: Connection;
  private readonly logger: Logger;

  static override validateOptions(options: Record<string, unknown>): void {
    connect(options);
  }

  constructor(cradle: { logger: Logger } & Record<string, unknown>, options: CausewayOptions) {
    super(cradle, options);
    this.connection = connect({ ...options });
    this.logger = cradle.logger;
  }

  async initiatePayment({
    amount,
    currency_code,
    data,
    context,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const made = await createPayment(this.connection, {
      sessionId: String(data?.['session_id']),
      amount: toAmount(amount),
      currency: toCurrency(currency_code),
      email: context?.customer?.email,
    });
    return { id: made.payment_id, data: made, status: PaymentSessionStatus.PENDING };
  }

  /** An amount of a payment never changes: a session with another amount gets another payment. */
  async updatePayment({
    amount,
    currency_code,
    data,
    context,
  }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const known = read(data);
    const asked = { amount: toAmount(amount), currency: toCurrency(currency_code) };
    if (known.amount === asked.amount && known.currency === asked.currency)
      return { data: withPayment(known, await currentPayment(this.connection, known)) };
    await cancelPayment(this.connection, known);
    const email = context?.customer?.email;
    const next = { ...asked, sessionId: known.session_id, email };
    return {
      data: await createPayment(this.connection, next, known.attempt + 1),
      status: PaymentSessionStatus.PENDING,
    };
  }

  /** The order is placed before the money comes, also while Causeway cannot be asked: what was paid is found out later. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const known = read(input.data);
    try {
      const payment = await currentPayment(this.connection, known);
      return { status: sessionStatus(payment.status), data: withPayment(known, payment) };
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`Causeway: payment ${known.payment_id} could not be asked for. ${error.message}`);
      return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: known };
    }
  }

  /** Money that is confirmed is captured already. */
  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const known = read(input.data);
    const payment = await currentPayment(this.connection, known);
    if (sessionStatus(payment.status) === PaymentSessionStatus.CAPTURED)
      return { data: withPayment(known, payment) };
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Payment ${payment.payment_id} is ${payment.status}: there is nothing to capture. Medusa captures it by itself once it is paid.`,
    );
  }

  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const known = read(input.data);
    return { data: withPayment(known, await cancelPayment(this.connection, known)) };
  }

  /**
   * A customer chose another way to pay. A session whose money is coming is kept. While Causeway is down it goes, so that the customer
   * can pay otherwise; money that comes all the same is told to the owner.
   */
  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    // Medusa asks without our data when it could not save a session.
    if (!isSessionData(input.data)) return {};
    try {
      return await this.cancelPayment(input);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`Causeway: payment ${input.data.payment_id} could not be cancelled. ${error.message}`);
      return { data: input.data };
    }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const known = read(input.data);
    const payment = await currentPayment(this.connection, known);
    return { status: sessionStatus(payment.status), data: withPayment(known, payment) };
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...(await currentPayment(this.connection, read(input.data))) } };
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { idempotency_key } = input.context ?? {};
    return {
      data: await refundOnce(this.connection, read(input.data), toAmount(input.amount), idempotency_key),
    };
  }

  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    return webhookAction(this.connection, payload, this.logger);
  }
}

function read(data: Record<string, unknown> | undefined): SessionData {
  if (isSessionData(data)) return data;
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    'This session has no payment of Causeway. Start a new one.',
  );
}
