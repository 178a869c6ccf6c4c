import { homePage, orderPage, payOrder, placeOrder, receiveWebhook } from './core.js';

/** @typedef {{ params: Promise<{ path?: string[] }> }} Context */

/**
 * @param {Request} _request
 * @param {Context} context
 */
export async function GET(_request, { params }) {
  const [first, id = '', ...rest] = (await params).path ?? [];
  if (first === undefined) return html(homePage());
  return html(first === 'orders' && rest.length === 0 ? orderPage(id) : undefined);
}

/**
 * @param {Request} request
 * @param {Context} context
 */
export async function POST(request, { params }) {
  const path = (await params).path ?? [];
  if (path.join('/') === 'webhooks/causeway') {
    const { status, text } = await receiveWebhook(await request.text(), request.headers);
    return new Response(text, { status });
  }
  if (path.join('/') === 'orders') return seeOther(placeOrder());
  const [first, id = '', last] = path;
  if (first === 'orders' && last === 'pay') return seeOther(await payOrder(id));
  return html(undefined);
}

/** @param {string | undefined} body */
function html(body) {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return new Response(body ?? 'Page not found.', { status: body ? 200 : 404, headers });
}

/** @param {string} location */
function seeOther(location) {
  return new Response(null, { status: 303, headers: { location } });
}
