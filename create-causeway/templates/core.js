import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Causeway, WebhookVerificationError, webhooks } from '@causeway/sdk';

const product = { name: 'Enamel mug', amount: '14.00', currency: /** @type {const} */ ('USD') };

/** Where customers reach this shop. With live keys it must be HTTPS. */
const shopUrl = process.env['SHOP_URL'];
const causeway = new Causeway({
  apiKey: process.env['CAUSEWAY_API_KEY'] ?? '',
  baseUrl: process.env['CAUSEWAY_API_URL'] ?? '',
});

/**
 * Orders in a file, enough for one process. Use your database instead.
 *
 * @typedef {{ id: string, amount: string, currency: string, status: 'open' | 'paid' | 'expired' }} Order
 * @returns {Record<string, Order>}
 */
function readOrders() {
  return existsSync('orders.json') ? JSON.parse(readFileSync('orders.json', 'utf8')) : {};
}

/** @param {Order} order */
function saveOrder(order) {
  writeFileSync('orders.json.new', JSON.stringify({ ...readOrders(), [order.id]: order }, null, 2));
  renameSync('orders.json.new', 'orders.json');
}

/** @param {string} id */
function findOrder(id) {
  const orders = readOrders();
  return Object.hasOwn(orders, id) ? orders[id] : undefined;
}

/** Places an order and returns its path. */
export function placeOrder() {
  /** @type {Order} */
  const order = { id: randomUUID(), amount: product.amount, currency: product.currency, status: 'open' };
  saveOrder(order);
  return `/orders/${order.id}`;
}

/**
 * Returns the URL of the checkout. The key makes a second click find the same payment instead of making another one.
 *
 * @param {string} id
 */
export async function payOrder(id) {
  if (findOrder(id)?.status !== 'open') return `/orders/${id}`;
  const payment = await causeway.payments.create(
    {
      amount: product.amount,
      currency: product.currency,
      description: product.name,
      reference_id: id,
      redirect_url: `${shopUrl}/orders/${id}`,
      cancel_url: `${shopUrl}/orders/${id}`,
    },
    { idempotencyKey: id },
  );
  return payment.checkout_url;
}

/**
 * Handles a webhook delivery. Only this marks an order as paid: the customer's return proves nothing.
 *
 * @param {string} rawBody Not parsed: the signature is of these bytes.
 * @param {Headers | import('node:http').IncomingHttpHeaders} headers
 */
export async function receiveWebhook(rawBody, headers) {
  try {
    const secret = process.env['CAUSEWAY_WEBHOOK_SECRET'] ?? '';
    const event = await webhooks.verify(rawBody, headers, secret, { requireSignedTimestamp: true });
    if (event.type === 'payment.completed') markPaid(event.data);
    if (event.type === 'payment.expired') markExpired(event.data);
    return { status: 200, text: 'ok' };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    // Valid, but newer than the SDK: nothing to do here, and nothing to send again.
    if (error.code === 'UNKNOWN_EVENT_TYPE') return { status: 200, text: 'ignored' };
    return { status: 400, text: error.message };
  }
}

/** @param {{ reference_id: string | null, amount: string, currency: string }} payment */
function markPaid(payment) {
  const order = findOrder(payment.reference_id ?? '');
  // The same event can come twice: an order is shipped once.
  if (!order || order.status === 'paid') return;
  if (order.amount !== payment.amount || order.currency !== payment.currency) {
    console.error(`Order ${order.id} costs ${order.amount}, and ${payment.amount} were paid: look at it.`);
    return;
  }
  saveOrder({ ...order, status: 'paid' });
  console.log(`Order ${order.id} is paid: ship it.`);
}

/** @param {{ reference_id: string | null }} payment */
function markExpired(payment) {
  const order = findOrder(payment.reference_id ?? '');
  if (order?.status === 'open') saveOrder({ ...order, status: 'expired' });
}

export function homePage() {
  const price = `${product.amount} ${product.currency}`;
  return page(`<h1>${product.name}</h1><p>${price}</p>
    <form method="post" action="/orders"><button>Buy</button></form>`);
}

/** @param {string} id */
export function orderPage(id) {
  const order = findOrder(id);
  if (!order) return undefined;
  const text = {
    open: `<p>Waiting for your payment of ${order.amount} ${order.currency}.</p>
      <form method="post" action="/orders/${id}/pay"><button>Pay with crypto</button></form>`,
    paid: '<p>Paid. Thank you!</p>',
    expired: '<p>The time to pay is over. <a href="/">Order again</a></p>',
  }[order.status];
  return page(`<h1>Your order</h1>${text}`, order.status === 'open');
}

/**
 * @param {string} body
 * @param {boolean} [isWaiting]
 */
function page(body, isWaiting = false) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>My shop</title>
    <meta name="viewport" content="width=device-width">
    ${isWaiting ? '<meta http-equiv="refresh" content="2">' : ''}
    <style>body { font: 1.1rem system-ui; max-width: 30rem; margin: 4rem auto; padding: 0 1rem }</style>
    ${body}`;
}
