import type { components } from './generated/openapi.ts';
import type { Body, Query } from './types.ts';

type Schemas = components['schemas'];

/**
 * A price that pages of yours offer with a publishable key.
 *
 * @example
 * const isOn = (button: Button) => button.status === 'active';
 */
export type Button = Schemas['Button'];

/**
 * The public state of a payment made from a button: nothing of its customer, no metadata.
 *
 * @example
 * const isPaid = (payment: ButtonPayment) => payment.status === 'completed';
 */
export type ButtonPayment = Schemas['ButtonPayment'];

/**
 * What `buttons.create` takes.
 *
 * @example
 * const params: ButtonCreateParams = { name: 'Two tickets', amount: '49.99', currency: 'USD' };
 */
export type ButtonCreateParams = Body<'createButton'>;

/**
 * What `buttons.update` takes; only what is given changes, and null clears what creation does not require.
 *
 * @example
 * const params: ButtonUpdateParams = { amount: '39.99', description: null };
 */
export type ButtonUpdateParams = Body<'updateButton'>;

/**
 * Filter and cursors of `buttons.list`.
 *
 * @example
 * const params: ButtonListParams = { status: 'active' };
 */
export type ButtonListParams = Query<'listButtons'>;

/**
 * What `buttons.createPayment` takes. The price is the button's.
 *
 * @example
 * const params: ButtonPaymentCreateParams = { customer_email: 'ada@example.com' };
 */
export type ButtonPaymentCreateParams = Body<'createButtonPayment'>;
