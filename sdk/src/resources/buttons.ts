import type { WithResponse } from '../answer.ts';
import type {
  Button,
  ButtonCreateParams,
  ButtonListParams,
  ButtonPayment,
  ButtonPaymentCreateParams,
  ButtonUpdateParams,
} from '../button-types.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { List } from '../page.ts';
import { path } from '../path.ts';
import { Resource } from './resource.ts';

/**
 * Prices that pages of yours offer, and the payments made from them, at `causeway.buttons`. For your server: a page
 * uses the script with a publishable key instead.
 *
 * @example
 * const buttons: Buttons = causeway.buttons;
 */
export class Buttons extends Resource {
  /**
   * Makes a button. Put its `button_id` on your page.
   *
   * @example
   * const { button_id } = await causeway.buttons.create({ name: 'Two tickets', amount: '49.99', currency: 'USD' });
   */
  create(params: ButtonCreateParams, options?: WriteOptions): Promise<WithResponse<Button>> {
    return this.one({ method: 'POST', path: '/buttons', body: params, options });
  }

  /**
   * The button as it is now.
   *
   * @example
   * const { status, amount } = await causeway.buttons.get(buttonId);
   */
  get(buttonId: string, options?: RequestOptions): Promise<WithResponse<Button>> {
    return this.one({ method: 'GET', path: path`/buttons/${buttonId}`, options });
  }

  /**
   * Buttons, newest first.
   *
   * @example
   * for await (const button of causeway.buttons.list({ status: 'active' })) console.log(button.name);
   */
  list(params?: ButtonListParams, options?: RequestOptions): List<Button> {
    return this.many('/buttons', params, options, (item: Button) => item.button_id);
  }

  /**
   * Changes what is given and nothing else. Payments made before keep their price.
   *
   * @example
   * await causeway.buttons.update(buttonId, { status: 'inactive' });
   */
  update(
    buttonId: string,
    params: ButtonUpdateParams,
    options?: RequestOptions,
  ): Promise<WithResponse<Button>> {
    return this.one({ method: 'PATCH', path: path`/buttons/${buttonId}`, body: params, options });
  }

  /**
   * Makes a payment at the price of the button. Send the customer to its `checkout_url`.
   *
   * @example
   * const { checkout_url } = await causeway.buttons.createPayment(buttonId, { customer_email: 'ada@example.com' });
   */
  createPayment(
    buttonId: string,
    params: ButtonPaymentCreateParams = {},
    options?: WriteOptions,
  ): Promise<WithResponse<ButtonPayment>> {
    return this.one({ method: 'POST', path: path`/buttons/${buttonId}/payments`, body: params, options });
  }

  /**
   * The public state of a payment made from the button.
   *
   * @example
   * const { status } = await causeway.buttons.getPayment(buttonId, paymentId);
   */
  getPayment(
    buttonId: string,
    paymentId: string,
    options?: RequestOptions,
  ): Promise<WithResponse<ButtonPayment>> {
    return this.one({ method: 'GET', path: path`/buttons/${buttonId}/payments/${paymentId}`, options });
  }
}
