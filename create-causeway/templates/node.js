import { createServer } from 'node:http';
import { homePage, orderPage, payOrder, placeOrder, receiveWebhook } from './core.js';

const port = Number(process.env['PORT']);
const mostBodyBytes = 256 * 1024;

/** @param {import('node:http').IncomingMessage} request */
async function route(request) {
  const path = new URL(request.url ?? '/', 'http://shop').pathname;
  const [, id = ''] = /^\/orders\/([\w-]+)(\/pay)?$/.exec(path) ?? [];
  const asked = `${request.method} ${id ? path.replace(id, ':id') : path}`;
  switch (asked) {
    case 'GET /':
      return html(homePage());
    case 'GET /orders/:id':
      return html(orderPage(id));
    case 'POST /orders':
      return { status: 303, headers: { location: placeOrder() }, body: '' };
    case 'POST /orders/:id/pay':
      return { status: 303, headers: { location: await payOrder(id) }, body: '' };
    case 'POST /webhooks/causeway': {
      const { status, text } = await receiveWebhook(await readBody(request), request.headers);
      return { status, headers: {}, body: text };
    }
  }
  return html(undefined);
}

/** @param {string | undefined} body */
function html(body) {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { status: body ? 200 : 404, headers, body: body ?? 'Page not found.' };
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) throw new Error('The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

createServer(async (request, response) => {
  const failed = { status: 500, headers: {}, body: 'Something went wrong. Please try again.' };
  const answer = await route(request).catch((error) => {
    console.error(error);
    return failed;
  });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}).listen(port, () => console.log(`Shop running at http://localhost:${port}`));
