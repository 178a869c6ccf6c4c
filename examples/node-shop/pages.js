import { currency, findProduct, products } from './products.js';

/** @import { Order } from './orders.js' */

/** @param {string} value */
const escapeHtml = (value) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const format = new Intl.NumberFormat('en', { style: 'currency', currency });

/** @param {string} amount */
const money = (amount) => format.format(Number(amount));

/** @type {Record<string, string>} */
const drawings = {
  mug: '<path d="M14 18h28v26a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z"/><path d="M42 24h5a6 6 0 0 1 0 14h-5"/><path d="M22 6v6m6-6v6m6-6v6"/>',
  notebook: '<rect x="14" y="8" width="36" height="48" rx="4"/><path d="M22 8v48M30 22h12M30 30h12"/>',
  bag: '<path d="M12 24h40l-4 32H16z"/><path d="M22 30V18a10 10 0 0 1 20 0v12"/>',
};

/**
 * @param {string} title
 * @param {string} content
 */
function page(title, content) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Corner Shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<header><a href="/">Corner Shop</a><span class="note">Example only: no real goods, no real money</span></header>
<main>${content}</main>
</html>`;
}

/** @param {string} productId */
function drawing(productId) {
  return `<svg viewBox="0 0 64 64" aria-hidden="true">${drawings[productId] ?? ''}</svg>`;
}

/** @param {() => string} newOrderId Called once for each form. */
export function homePage(newOrderId) {
  const cards = products.map(
    ({ id, name, about, price }) => `
<li class="card">
  ${drawing(id)}
  <h2>${escapeHtml(name)}</h2>
  <p>${escapeHtml(about)}</p>
  <form method="post" action="/orders">
    <input type="hidden" name="order" value="${newOrderId()}">
    <input type="hidden" name="product" value="${id}">
    <span class="price">${money(price)}</span>
    <button>Order<span class="hidden"> ${escapeHtml(name)}</span></button>
  </form>
</li>`,
  );
  return page('Good things', `<h1>Good things, few of them</h1><ul class="cards">${cards.join('')}</ul>`);
}

/**
 * @typedef {object} Visit
 * @property {boolean} isBack The URL says that the customer returns from the checkout.
 * @property {boolean} isCancelled
 */

/**
 * @param {Order} order
 * @param {Visit} visit
 */
export function orderPage(order, visit) {
  const product = findProduct(order.product);
  const { title, advice } = wordsFor(order, visit);
  const canPay = order.status === 'open' || order.status === 'failed';
  const pay = `
<form method="post" action="/orders/${order.id}/pay">
  <button>Pay ${money(order.amount)}</button>
</form>`;
  const content = `
<section class="card order" data-order="${order.id}" data-status="${order.status}">
  ${drawing(order.product)}
  <h1>${title}</h1>
  <p role="status">${advice}</p>
  <dl>
    <div><dt>Order</dt><dd class="id">${order.id}</dd></div>
    <div><dt>Product</dt><dd>${escapeHtml(product?.name ?? order.product)}</dd></div>
    <div><dt>Total</dt><dd>${money(order.amount)}</dd></div>
    ${order.shipments.map((at) => `<div><dt>Shipped</dt><dd><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>`).join('')}
  </dl>
  ${canPay ? pay : '<a class="button" href="/">Back to the shop</a>'}
</section>
<script src="/order.js" type="module"></script>`;
  return page(title, content);
}

/**
 * @param {Order} order
 * @param {Visit} visit
 */
function wordsFor(order, { isBack, isCancelled }) {
  if (order.status === 'paid')
    return { title: 'Thank you', advice: 'Your payment arrived and your order is on its way.' };
  if (order.status === 'expired') {
    return {
      title: 'Time is up',
      advice: 'The order was not paid in time. Nothing was charged. You can order again.',
    };
  }
  if (order.status === 'failed') {
    return { title: 'Payment failed', advice: 'Nothing was charged. You can try again at the checkout.' };
  }
  if (isCancelled)
    return { title: 'Not paid yet', advice: 'You left the checkout. You can still pay for this order.' };
  // The redirect proves nothing: only the webhook counts.
  if (isBack) return { title: 'Almost there', advice: 'Waiting for your payment to be confirmed…' };
  return { title: 'Your order', advice: 'You pay on the next page.' };
}

/**
 * @param {string} title
 * @param {string} advice
 */
export function problemPage(title, advice) {
  return page(
    title,
    `<section class="card order"><h1>${title}</h1><p>${advice}</p><a class="button" href="/">Back to the shop</a></section>`,
  );
}
