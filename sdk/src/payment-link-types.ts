import type { components } from './generated/openapi.ts';
import type { Body, Query } from './types.ts';

type Schemas = components['schemas'];

/**
 * A link that many customers can pay, with a fixed amount or one that they enter.
 *
 * @example
 * const isFree = (link: PaymentLink) => link.amount === null;
 */
export type PaymentLink = Schemas['PaymentLink'];

/**
 * A payment link in a list: without `completed_payments`.
 *
 * @example
 * const addressOf = (link: PaymentLinkListItem) => link.url;
 */
export type PaymentLinkListItem = Schemas['PaymentLinkListItem'];

/**
 * Parameters of `paymentLinks.create`. Without `amount`, customers enter one.
 *
 * @example
 * const params: PaymentLinkCreateParams = { name: 'Donation', currency: 'USD', minimum_amount: '5.00' };
 */
export type PaymentLinkCreateParams = Body<'createPaymentLink'>;

/**
 * Parameters of `paymentLinks.update`.
 *
 * @example
 * const params: PaymentLinkUpdateParams = { status: 'inactive' };
 */
export type PaymentLinkUpdateParams = Body<'updatePaymentLink'>;

/**
 * Filter and pagination parameters of `paymentLinks.list`.
 *
 * @example
 * const params: PaymentLinkListParams = { status: 'active' };
 */
export type PaymentLinkListParams = Query<'listPaymentLinks'>;

/**
 * Pagination parameters of `paymentLinks.listPayments`.
 *
 * @example
 * const params: PaymentLinkPaymentListParams = { limit: 100 };
 */
export type PaymentLinkPaymentListParams = Query<'listPaymentLinkPayments'>;
