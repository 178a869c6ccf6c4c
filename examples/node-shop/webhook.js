import { WebhookVerificationError, webhooks } from '@causeway/sdk';
import { findOrder } from './orders.js';

/**
 * @import { WebhookEvent, WebhookHeaders } from '@causeway/sdk'
 * @import { Data, Order, Store } from './orders.js'
 */

/**
 * Handles a webhook delivery and returns the response. Only this marks an order as paid: a redirect proves nothing, since
 * anyone can type a URL.
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
    if (store.read().handledEvents.includes(event.id)) return { status: 200, text: 'already handled' };
    // The event id and its effects are saved together, so a crash cannot save only one of them.
    store.change((data) => {
      data.handledEvents.push(event.id);
      apply(data, event);
    });
    return { status: 200, text: 'ok' };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // Valid, but newer than this SDK: ignore it, and respond with 200 so that it is not retried.
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
      // The data of this event has no reference_id.
      const { payment_id: paymentId } = event.data;
      return close(
        Object.values(data.orders).find((order) => order.paymentId === paymentId),
        'failed',
      );
    }
  }
}

/**
 * Finds the order by reference, not by payment id: a retry at the checkout is a new payment with the same reference.
 *
 * @param {Order | undefined} order
 * @param {{ payment_id: string, amount: string, currency: string }} paid
 */
function fulfil(order, paid) {
  if (!order || order.status === 'paid') return;
  if (paid.amount !== order.amount || paid.currency !== order.currency) {
    process.stderr.write(
      `${paid.payment_id} does not match the price of order ${order.id}. Check it by hand.\n`,
    );
    return;
  }
  order.status = 'paid';
  order.paymentId = paid.payment_id;
  order.shipments.push(new Date().toISOString());
}

/**
 * Events can arrive in any order: a paid order stays paid.
 *
 * @param {Order | undefined} order
 * @param {'failed' | 'expired'} status
 */
function close(order, status) {
  if (order && order.status !== 'paid') order.status = status;
}
