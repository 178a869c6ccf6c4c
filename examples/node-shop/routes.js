import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { CausewayError } from '@causeway/sdk';
import { webhookPath } from './endpoint.js';
import { findOrder } from './orders.js';
import { homePage, orderPage, problemPage } from './pages.js';
import { checkoutOf } from './payments.js';
import { currency, findProduct } from './products.js';
import { receive } from './webhook.js';

/**
 * @import { IncomingMessage } from 'node:http'
 * @import { Causeway } from '@causeway/sdk'
 * @import { Order, Store } from './orders.js'
 *
 * @typedef {object} Shop
 * @property {Causeway} causeway
 * @property {Store} store
 * @property {string} secret
 * @property {string} shopUrl
 *
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string | Buffer }} Answer
 */

const mostBodyBytes = 256 * 1024;
const html = { 'content-type': 'text/html; charset=utf-8' };
const text = { 'content-type': 'text/plain; charset=utf-8' };
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";
/** @type {Record<string, Answer>} */
const files = {
  '/style.css': fileAnswer('style.css', 'text/css'),
  '/order.js': fileAnswer('order.js', 'text/javascript'),
};

/** @param {Shop} shop */
export function createShop(shop) {
  return createServer(async (request, response) => {
    const answer = await route(shop, request).catch((error) => failure(error));
    response.writeHead(answer.status, {
      'content-security-policy': policy,
      'cache-control': 'no-store',
      ...answer.headers,
    });
    response.end(answer.body);
  });
}

/**
 * @param {Shop} shop
 * @param {IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function route(shop, request) {
  const url = new URL(request.url ?? '/', shop.shopUrl);
  const asked = `${request.method} ${url.pathname}`;
  if (asked === 'GET /') return { status: 200, headers: html, body: homePage(randomUUID) };
  if (asked === 'POST /orders') return takeOrder(shop, new URLSearchParams(String(await readBody(request))));
  if (asked === `POST ${webhookPath}`) {
    const taken = await receive(shop.store, await readBody(request), request.headers, shop.secret);
    return { status: taken.status, headers: text, body: taken.text };
  }
  const file = request.method === 'GET' ? files[url.pathname] : undefined;
  if (file) return file;
  const [, id = '', action = ''] = /^\/orders\/([0-9a-f-]{36})(?:\/(state|pay))?$/.exec(url.pathname) ?? [];
  const order = findOrder(shop.store.read(), id);
  if (!order) return problem(404, 'Page not found', 'Check the address.');
  return answerFor(shop, order, `${request.method} ${action}`, url);
}

/**
 * @param {Shop} shop
 * @param {Order} order
 * @param {string} asked
 * @param {URL} url
 * @returns {Promise<Answer>}
 */
async function answerFor(shop, order, asked, url) {
  if (asked === 'GET state') {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: order.status }),
    };
  }
  if (asked === 'POST pay') {
    return seeOther(await checkoutOf(shop.causeway, shop.store, order, shop.shopUrl));
  }
  if (asked !== 'GET ') return problem(405, 'Method not allowed', 'Go back and try again.');
  const isBack = url.searchParams.has('payment_id');
  const isCancelled = url.searchParams.has('cancelled');
  const body = orderPage(order, { isBack, isCancelled });
  return { status: 200, headers: html, body };
}

/**
 * The form contains the order id, so that a second click creates no second order.
 *
 * @param {Shop} shop
 * @param {URLSearchParams} form
 * @returns {Answer}
 */
function takeOrder(shop, form) {
  const product = findProduct(form.get('product'));
  const id = form.get('order') ?? '';
  if (!product || !/^[0-9a-f-]{36}$/.test(id)) {
    return problem(400, 'Invalid order', 'Go back to the shop and try again.');
  }
  if (!findOrder(shop.store.read(), id)) {
    shop.store.change((data) => {
      data.orders[id] = {
        id,
        product: product.id,
        amount: product.price,
        currency,
        status: 'open',
        paymentId: null,
        checkoutUrl: null,
        shipments: [],
      };
    });
  }
  return seeOther(`/orders/${id}`);
}

/**
 * @param {IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) throw new Error('The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * @param {unknown} error
 * @returns {Answer}
 */
function failure(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  if (error instanceof CausewayError) {
    return problem(503, 'Payments are unavailable', 'Nothing was charged. Please try again in a minute.');
  }
  return problem(500, 'Something went wrong', 'Please try again.');
}

/**
 * @param {number} status
 * @param {string} title
 * @param {string} advice
 * @returns {Answer}
 */
function problem(status, title, advice) {
  return { status, headers: html, body: problemPage(title, advice) };
}

/**
 * @param {string} location
 * @returns {Answer}
 */
function seeOther(location) {
  return { status: 303, headers: { location } };
}

/**
 * @param {string} name
 * @param {string} type
 * @returns {Answer}
 */
function fileAnswer(name, type) {
  const body = readFileSync(new URL(`public/${name}`, import.meta.url));
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}
