import type { WithResponse } from '../answer.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import type {
  Deposit,
  DepositCreateParams,
  DepositOption,
  Payment,
  PaymentCreateParams,
  PaymentListItem,
  PaymentListParams,
  SimulatedOutcome,
  TimelineEntry,
} from '../types.ts';
import { Resource } from './resource.ts';

/**
 * Payments: `causeway.payments`.
 *
 * @example
 * const payments: Payments = causeway.payments;
 */
export class Payments extends Resource {
  /**
   * Creates a payment. Send the customer to its `checkout_url`.
   *
   * @example
   * const payment = await causeway.payments.create({ amount: '49.99', currency: 'USD', reference_id: 'order-1001' });
   */
  create(params: PaymentCreateParams, options?: WriteOptions): Promise<WithResponse<Payment>> {
    return this.one({ method: 'POST', path: '/payments', body: params, options });
  }

  /**
   * Retrieves a payment.
   *
   * @example
   * const { status } = await causeway.payments.get('pay_01m7efq76y00353vdg10mvfgmq');
   */
  get(paymentId: string, options?: RequestOptions): Promise<WithResponse<Payment>> {
    return this.one({ method: 'GET', path: path`/payments/${paymentId}`, options });
  }

  /**
   * Lists payments, newest first. With `ending_before`, iterates from that payment to newer ones.
   *
   * @example
   * for await (const payment of causeway.payments.list({ status: 'completed', limit: 100 })) console.log(payment.amount);
   */
  list(params?: PaymentListParams, options?: RequestOptions): List<PaymentListItem> {
    return this.many('/payments', params, options, (item: PaymentListItem) => item.payment_id);
  }

  /**
   * Lists what happened to a payment, the oldest first, at most 500 entries.
   *
   * @example
   * for (const { at, title } of await causeway.payments.timeline(payment.payment_id)) console.log(at, title);
   */
  timeline(paymentId: string, options?: RequestOptions): Promise<WithResponse<TimelineEntry[]>> {
    return this.one({ method: 'GET', path: path`/payments/${paymentId}/timeline`, options });
  }

  /**
   * Cancels a pending payment. It ends as `expired`, with `cancelled_at`.
   *
   * @example
   * const { cancelled_at } = await causeway.payments.cancel(payment.payment_id);
   */
  cancel(paymentId: string, options?: WriteOptions): Promise<WithResponse<Payment>> {
    return this.one({ method: 'POST', path: path`/payments/${paymentId}/cancel`, options });
  }

  /**
   * Completes, fails or expires a pending test payment at once. Works with test keys only.
   *
   * @example
   * const failed = await causeway.payments.simulate(payment.payment_id, 'fail');
   */
  simulate(
    paymentId: string,
    outcome: SimulatedOutcome,
    options?: WriteOptions,
  ): Promise<WithResponse<Payment>> {
    return this.one({
      method: 'POST',
      path: path`/payments/${paymentId}/simulate`,
      body: { outcome },
      options,
    });
  }

  /**
   * Lists how a payment can be paid now, and where its payer can sign instead of sending, without gas.
   *
   * @example
   * const options = await causeway.payments.depositOptions(payment.payment_id);
   * const withoutGas = options.filter(({ by_signature }) => by_signature);
   */
  depositOptions(paymentId: string, options?: RequestOptions): Promise<WithResponse<DepositOption[]>> {
    return this.one({ method: 'GET', path: path`/payments/${paymentId}/deposits`, options });
  }

  /**
   * Chooses how a payment is paid, and returns the address, for a checkout of your own.
   *
   * @example
   * const { address, token_amount } = await causeway.payments.createDeposit(payment.payment_id, {
   *   chain: 'base',
   *   token: 'USDC',
   * });
   */
  createDeposit(
    paymentId: string,
    params: DepositCreateParams,
    options?: WriteOptions,
  ): Promise<WithResponse<Deposit>> {
    return this.one({ method: 'POST', path: path`/payments/${paymentId}/deposits`, body: params, options });
  }
}
