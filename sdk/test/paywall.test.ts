import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveService, startLiveService } from '../../server/test/live/live-service.ts';
import { fromBase64, newPayer, payloadOf, signWay, toBase64 } from '../../server/test/live/signing.ts';
import { until } from '../../server/test/support/process.ts';
import { Causeway } from '../src/causeway.ts';
import type { PaywallOptions } from '../src/paywall/options.ts';
import { startStub } from './support.ts';

/** Gas of local chains is too much of less. */
const price: PaywallOptions = {
  amount: '10.00',
  currency: 'USD',
  description: 'One report',
  accepted_chains: ['base'],
};
let live: LiveService<'base'>;
let causeway: Causeway;
let payer: Awaited<ReturnType<typeof newPayer>>;
let mining: NodeJS.Timeout;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  live = await startLiveService('base');
  payer = await newPayer(live);
  // The service of tests does not know on which port it listens.
  const reachable = (url: unknown) => String(url).replace(live.ctx.config.publicUrl, live.url);
  causeway = new Causeway({
    apiKey: live.liveKey,
    baseUrl: `${live.url}/api/v1`,
    fetch: (url, init) => fetch(reachable(url), init),
  });
  mining = setInterval(() => void live.chains.mine('base'), 300);
  await until(() => live.ctx.liveChains.settling('base') !== null, 60_000);
}, 120_000);
afterAll(async () => {
  clearInterval(mining);
  for (const close of closing) await close();
  await live?.stop();
});

/** The unmodified reference client. By itself it pays up to one dollar. */
const paying = () =>
  wrapFetchWithPayment(
    fetch,
    x402Client.fromConfig({
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
      spendControls: { maxAmountPerPayment: 10 },
    }),
  );

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startStub(listener);
  closing.push(close);
  return url;
}

const servers: Record<string, () => Promise<string>> = {
  async express() {
    const app = express();
    const { Router } = express;
    const paid = Router();
    paid.get('/report', causeway.paywall(price).express(), (_req, res) => void res.json({ report: 1 }));
    app.use('/sold', paid);
    return `${await serve(app)}/sold/report`;
  },
  async fastify() {
    const app = Fastify();
    app.get('/report', { preHandler: causeway.paywall(price).fastify() }, async () => ({ report: 1 }));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    closing.push(() => app.close());
    return `${url}/report`;
  },
  async hono() {
    const app = new Hono();
    app.get('/report', causeway.paywall(price).hono(), (c) => c.json({ report: 1 }));
    return serveFetch((request) => app.fetch(request));
  },
  async 'node:http'() {
    const paywall = causeway.paywall({ ...price, until: 'completed' });
    const listener = paywall.node<Parameters<RequestListener>[0], Parameters<RequestListener>[1]>(
      (_request, response, { status }) => {
        expect(status).toBe('completed');
        response.setHeader('content-type', 'application/json').end('{"report":1}');
      },
    );
    return `${await serve(listener)}/report`;
  },
  fetch: async () => serveFetch(causeway.paywall(price).fetch(() => Response.json({ report: 1 }))),
};

/** A fetch handler behind `node:http`. */
async function serveFetch(handler: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createServer(async (request, response) => {
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const reply = await handler(new Request(new URL(request.url ?? '/', 'http://shop.example'), { headers }));
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`;
}

it.each(Object.entries(servers))(
  'the reference client buys one request of %s',
  async (_name, open) => {
    const url = await open();
    const unpaid = await fetch(url);
    expect(unpaid.status).toBe(402);
    expect(unpaid.headers.get('cache-control')).toBe('no-store');
    expect(fromBase64(unpaid.headers.get('payment-required'))).toMatchObject({
      resource: { url: expect.stringMatching(/\/report$/), description: 'One report' },
      accepts: [
        { amount: '10000000', extra: { name: 'USD Coin', paymentId: expect.stringMatching(/^pay_/) } },
      ],
    });
    const reply = await paying()(url);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ report: 1 });
    expect(fromBase64(reply.headers.get('payment-response'))).toMatchObject({
      success: true,
      payer: payer.address,
    });
  },
  60_000,
);

/** Pays for a resource, and returns the header that did. */
async function pay(url: string): Promise<{ header: string; reply: Response }> {
  const asked = await fetch(url);
  const [way] = fromBase64(asked.headers.get('payment-required')).accepts;
  const header = toBase64(payloadOf(way, await signWay(payer, way)));
  return { header, reply: await fetch(url, { headers: { 'payment-signature': header } }) };
}

it('a payment buys one request, of the resource that it was made for', async () => {
  const app = express();
  const sold = causeway.paywall(price).express();
  for (const path of ['/a', '/b']) app.get(path, sold, (_req, res) => void res.end(path));
  const url = await serve(app);
  const { header, reply } = await pay(`${url}/a`);
  expect([reply.status, await reply.text()]).toEqual([200, '/a']);
  const again = await fetch(`${url}/a`, { headers: { 'payment-signature': header } });
  expect(again.status).toBe(402);
  expect(fromBase64(again.headers.get('payment-required'))).toMatchObject({ error: 'payment_used' });
  const other = await fetch(`${url}/b`, { headers: { 'payment-signature': header } });
  expect(other.status).toBe(402);
  expect(fromBase64(other.headers.get('payment-required')).error).toBe('payment_of_another_resource');
  const query = await fetch(`${url}/a?more=1`, { headers: { 'payment-signature': header } });
  expect(query.status).toBe(402);
}, 60_000);

it('a paywall of another price does not take it', async () => {
  const app = express();
  app.get('/a', causeway.paywall(price).express(), (_req, res) => void res.end('cheap'));
  const url = await serve(app);
  const dear = express();
  dear.get(
    '/a',
    causeway.paywall({ ...price, amount: '20.00' }).express(),
    (_req, res) => void res.end('dear'),
  );
  const dearUrl = await serve(dear);
  const { header, reply } = await pay(`${url}/a`);
  expect(reply.status).toBe(200);
  const other = await fetch(`${dearUrl}/a`, { headers: { 'payment-signature': header } });
  expect(other.status).toBe(402);
}, 60_000);

it('a bad signature is refused with the reason and can be made again', async () => {
  const url = (await servers['fetch']?.()) ?? '';
  const asked = await fetch(url);
  const [way] = fromBase64(asked.headers.get('payment-required')).accepts;
  const signed = await signWay(payer, way, { units: 1n });
  const header = toBase64(payloadOf(way, signed));
  const reply = await fetch(url, { headers: { 'payment-signature': header } });
  expect(reply.status).toBe(402);
  const required = fromBase64(reply.headers.get('payment-required'));
  expect(required).toMatchObject({
    error: 'invalid_exact_evm_authorization_value',
    accepts: [{ payTo: way.payTo }],
  });
  const garbage = await fetch(url, { headers: { 'payment-signature': 'garbage' } });
  expect(garbage.status).toBe(402);
});

it('the same request with its idempotency key is asked for one payment', async () => {
  const url = (await servers['fetch']?.()) ?? '';
  const ask = async (key: string) => {
    const reply = await fetch(url, { headers: { 'idempotency-key': key } });
    return fromBase64(reply.headers.get('payment-required')).accepts[0].extra.paymentId;
  };
  expect(await ask('one')).toBe(await ask('one'));
  expect(await ask('one')).not.toBe(await ask('two'));
});

/** Plain JavaScript, which the compiler checks apart from tests. */
const example = (file: string) => import(new URL(`../../examples/paid-api/${file}`, import.meta.url).href);

it('the agent of the example buys from its API', async () => {
  const { paidApi } = await example('api.js');
  const { buy } = await example('agent.js');
  const url = await serve(paidApi(causeway, '10.00'));
  const key = generatePrivateKey();
  const { address: to } = privateKeyToAccount(key);
  await live.chains.pay({ chain: 'base', token: 'USDC', to, units: 10_000_000n });
  expect(await buy(`${url}/advice`, key, 10)).toEqual({ advice: 'Take an umbrella.' });
}, 60_000);
