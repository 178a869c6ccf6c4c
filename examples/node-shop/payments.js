import { CausewayApiError } from '@causeway/sdk';
import { findProduct } from './products.js';

/**
 * @import { Causeway } from '@causeway/sdk'
 * @import { Order, Store } from './orders.js'
 */

/**
 * Returns the URL of the order's checkout. An order never has two payments, even if a call fails and is repeated: the
 * idempotency key returns the first result for 24 hours, and `reference_id` stays unique forever.
 *
 * @param {Causeway} causeway
 * @param {Store} store
 * @param {Order} order
 * @param {string} shopUrl
 * @returns {Promise<string>}
 */
export async function checkoutOf(causeway, store, order, shopUrl) {
  if (order.checkoutUrl) return order.checkoutUrl;
  const payment = await createPayment(causeway, order, shopUrl);
  store.change((data) => {
    data.orders[order.id] = { ...order, paymentId: payment.payment_id, checkoutUrl: payment.checkout_url };
  });
  return payment.checkout_url;
}

/**
 * @param {Causeway} causeway
 * @param {Order} order
 * @param {string} shopUrl
 */
async function createPayment(causeway, order, shopUrl) {
  const orderUrl = `${shopUrl}/orders/${order.id}`;
  try {
    return await causeway.payments.create(
      {
        // The price comes from the order, never from what a browser sends.
        amount: order.amount,
        currency: order.currency,
        description: findProduct(order.product)?.name ?? 'Your order',
        reference_id: order.id,
        metadata: { product: order.product },
        redirect_url: orderUrl,
        cancel_url: `${orderUrl}?cancelled=1`,
      },
      { idempotencyKey: `order-${order.id}` },
    );
  } catch (error) {
    if (!(error instanceof CausewayApiError) || error.code !== 'DUPLICATE_REFERENCE') throw error;
    return findPayment(causeway, order.id);
  }
}

/**
 * Finds the payment of an earlier attempt, more than a day ago, whose response was lost.
 *
 * @param {Causeway} causeway
 * @param {string} orderId
 */
async function findPayment(causeway, orderId) {
  const { data } = await causeway.payments.list({ reference_id: orderId, limit: 1 });
  if (!data[0])
    throw new Error(`DUPLICATE_REFERENCE, but there is no payment with the reference ${orderId}.`);
  return causeway.payments.get(data[0].payment_id);
}
