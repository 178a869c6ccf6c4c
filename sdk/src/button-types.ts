import type { components } from './generated/openapi.ts';
import type { Body, Query } from './types.ts';

type Schemas = components['schemas'];

/**
 * A payment button for your website, with a fixed price.
 *
 * @example
 * const isOn = (button: Button) => button.status === 'active';
 */
export type Button = Schemas['Button'];

/**
 * Public state of a payment created from a button. Contains no customer data and no metadata.
 *
 * @example
 * const isPaid = (payment: ButtonPayment) => payment.status === 'completed';
 */
export type ButtonPayment = Schemas['ButtonPayment'];

/**
 * Parameters of `buttons.create`.
 *
 * @example
 * const params: ButtonCreateParams = { name: 'Two tickets', amount: '49.99', currency: 'USD' };
 */
export type ButtonCreateParams = Body<'createButton'>;

/**
 * Parameters of `buttons.update`. Fields that you leave out do not change; null clears an optional field.
 *
 * @example
 * const params: ButtonUpdateParams = { amount: '39.99', description: null };
 */
export type ButtonUpdateParams = Body<'updateButton'>;

/**
 * Filter and pagination parameters of `buttons.list`.
 *
 * @example
 * const params: ButtonListParams = { status: 'active' };
 */
export type ButtonListParams = Query<'listButtons'>;

/**
 * Parameters of `buttons.createPayment`. The price comes from the button.
 *
 * @example
 * const params: ButtonPaymentCreateParams = { customer_email: 'ada@example.com' };
 */
export type ButtonPaymentCreateParams = Body<'createButtonPayment'>;
