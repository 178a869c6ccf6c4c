import { WebhookVerificationError, webhooks } from '@causeway/sdk';
import { findOrder } from './orders.js';

/**
 * @import { WebhookEvent, WebhookHeaders } from '@causeway/sdk'
 * @import { Data, Order, Store } from './orders.js'
 */

/**
 * Takes one delivery and says what to answer. This alone decides that an order is paid: where a browser was sent to
 * proves nothing, since anybody can type an address.
 *
 * @param {Store} store
 * @param {Buffer} rawBody
 * @param {WebhookHeaders} headers
 * @param {string} secret
 * @returns {Promise<{ status: number, text: string }>}
 */
export async function receive(store, rawBody, headers, secret) {
  try {
    const event = await webhooks.verify(rawBody, headers, secret);
    if (store.read().handledEvents.includes(event.id)) return { status: 200, text: 'seen before' };
    // The event and what follows from it are written together, so a kill in between leaves neither.
    store.change((data) => {
      data.handledEvents.push(event.id);
      apply(data, event);
    });
    return { status: 200, text: 'ok' };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // Genuine, and of a type that came after this package: nothing to do, and no reason for a retry.
    if (error.code === 'UNKNOWN_EVENT_TYPE') return { status: 200, text: 'ignored' };
    return { status: 400, text: error.message };
  }
}

/**
 * @param {Data} data
 * @param {WebhookEvent} event
 */
function apply(data, event) {
  switch (event.type) {
    case 'payment.completed':
      return fulfil(findOrder(data, event.data.reference_id), event.data);
    case 'payment.expired':
      return close(findOrder(data, event.data.reference_id), 'expired');
    case 'payment.failed': {
      // Its data has no reference.
      const { payment_id: paymentId } = event.data;
      return close(
        Object.values(data.orders).find((order) => order.paymentId === paymentId),
        'failed',
      );
    }
  }
}

/**
 * A payment that failed and was tried again at the checkout completes under the same reference, so this looks at the
 * order and not at the id of the payment.
 *
 * @param {Order | undefined} order
 * @param {{ payment_id: string, amount: string, currency: string }} paid
 */
function fulfil(order, paid) {
  if (!order || order.status === 'paid') return;
  if (paid.amount !== order.amount || paid.currency !== order.currency) {
    process.stderr.write(`${paid.payment_id} does not pay the price of order ${order.id}; look into it.\n`);
    return;
  }
  order.status = 'paid';
  order.paymentId = paid.payment_id;
  order.shipments.push(new Date().toISOString());
}

/**
 * Events come in any order: what is paid stays paid.
 *
 * @param {Order | undefined} order
 * @param {'failed' | 'expired'} status
 */
function close(order, status) {
  if (order && order.status !== 'paid') order.status = status;
}
