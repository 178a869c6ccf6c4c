import type { Payment, PaymentCreateParams } from '../types.ts';

/**
 * Options of `causeway.paywall`.
 *
 * @example
 * const options: PaywallOptions = { amount: '0.50', currency: 'USD', description: 'One report', until: 'completed' };
 */
export interface PaywallOptions
  extends Pick<
    PaymentCreateParams,
    'amount' | 'currency' | 'description' | 'metadata' | 'accepted_chains' | 'expiration_minutes'
  > {
  /** `processing`, the default, lets a request through when its payment is in a block; `completed` when that is final. */
  until?: 'processing' | 'completed' | undefined;
  /**
   * Returns true for the first request of a payment, and false for every other one. The default remembers payments in this
   * process. With several processes, or to remember them over restarts, insert `payment_id` into a table where it is unique.
   */
  spend?: ((payment: Payment) => boolean | Promise<boolean>) | undefined;
}
