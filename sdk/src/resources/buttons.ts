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
 * Payment buttons for your website: `causeway.buttons`. For use on your server; on a web page, use `button.js` with a
 * publishable key.
 *
 * @example
 * const buttons: Buttons = causeway.buttons;
 */
export class Buttons extends Resource {
  /**
   * Creates a button. Use its `button_id` on your page.
   *
   * @example
   * const { button_id } = await causeway.buttons.create({ name: 'Two tickets', amount: '49.99', currency: 'USD' });
   */
  create(params: ButtonCreateParams, options?: WriteOptions): Promise<WithResponse<Button>> {
    return this.one({ method: 'POST', path: '/buttons', body: params, options });
  }

  /**
   * Retrieves a button.
   *
   * @example
   * const { status, amount } = await causeway.buttons.get(buttonId);
   */
  get(buttonId: string, options?: RequestOptions): Promise<WithResponse<Button>> {
    return this.one({ method: 'GET', path: path`/buttons/${buttonId}`, options });
  }

  /**
   * Lists buttons, newest first.
   *
   * @example
   * for await (const button of causeway.buttons.list({ status: 'active' })) console.log(button.name);
   */
  list(params?: ButtonListParams, options?: RequestOptions): List<Button> {
    return this.many('/buttons', params, options, (item: Button) => item.button_id);
  }

  /**
   * Updates a button. Fields that you leave out do not change, and existing payments keep their price.
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
   * Creates a payment with the button's price. Send the customer to its `checkout_url`.
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
   * Retrieves the public state of a payment that was created from the button.
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
