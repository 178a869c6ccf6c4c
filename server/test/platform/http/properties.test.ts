import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setWallet } from '../../../src/treasury/payouts/settings/wallets.ts';
import { budget } from '../../support/chance.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { arbitraryHeaders, arbitraryId, arbitraryQuery, expectCivil, pathOf } from './arbitrary-requests.ts';
import { documentedRoutes, type Route } from './openapi-document.ts';

/** Runs for each route and kind of request. fast-check prints seed and path of a failure. */
const numRuns = budget(70, 8);
/** Grows with the number of routes; on a busy machine a request takes tens of milliseconds. */
const timeoutMs = 900_000;

let service: TestService;
let key: string;
let routes: Route[];
/** An id of each kind that is there, by the name it has in paths. */
let known: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: { test: 1_000_000, live: 1_000_000 } });
  routes = await documentedRoutes(service);
});
afterAll(() => service.stop());

/** Anew for each test, since some requests change or delete what is there. Nobody listens at the endpoint. */
beforeEach(async () => {
  const made = await service.createMerchant();
  key = made.testKey;
  const post = async (path: string, body: unknown) =>
    (await service.call('POST', path, { key, body })).json.data;
  const { payment_id } = await post('/payments', valid['createPayment']);
  const { payment_id: paid } = await post('/payments', valid['createPayment']);
  await service.call('POST', `/payments/${paid}/simulate`, { key, body: { outcome: 'complete' } });
  valid['createRefund'] = { payment_id: paid, amount: '0.01', reason: 'One was broken' };
  const { refund_id } = await post('/refunds', valid['createRefund']);
  const { endpoint_id } = await post('/webhooks/endpoints', valid['createWebhookEndpoint']);
  valid['sendTestDelivery'] = { endpoint_id, event_type: 'refund.completed' };
  const { delivery_id, event_id } = await post('/webhooks/test', valid['sendTestDelivery']);
  const { invoice_id } = await post('/invoices', { ...valid['createInvoice'], send_email: false });
  const { button_id } = await post('/buttons', valid['createButton']);
  const { payment_link_id } = await post('/payment_links', valid['createPaymentLink']);
  // There are none in test mode: an id that could be one.
  const unapplied_id = payment_id.replace('pay', 'unf');
  const own = { merchant_id: made.merchantId, environment: 'test' } as const;
  const wallet = `0x${'12'.repeat(20)}`;
  await service.ctx.db.begin((tx) => setWallet(service.ctx, tx, own, 'evm', wallet, 'ada@example.com'));
  const { payout_id } = await post('/payouts', valid['createPayout']);
  known = {
    ...{ payment_id, refund_id, endpoint_id, delivery_id, event_id, invoice_id, button_id, unapplied_id },
    ...{ payout_id, payment_link_id },
  };
});

/** The id a route is about; for a list, one that can be its cursor. */
function idFor({ path }: Route): string {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const families = {
    '/webhooks': 'endpoint_id',
    '/events': 'event_id',
    '/invoices': 'invoice_id',
    '/refunds': 'refund_id',
    '/buttons': 'button_id',
    '/payment_links': 'payment_link_id',
    '/unapplied_funds': 'unapplied_id',
    '/payouts': 'payout_id',
  };
  const [, family] = Object.entries(families).find(([part]) => path.includes(part)) ?? [];
  return known[name ?? family ?? 'payment_id'] ?? '';
}

const x402Way = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '1000000',
  payTo: '0x00000000000000000000000000000000000000AA',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
};
const x402Settlement = {
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    accepted: x402Way,
    payload: {
      signature: `0x${'12'.repeat(65)}`,
      authorization: {
        from: '0x00000000000000000000000000000000000000BB',
        to: x402Way.payTo,
        value: x402Way.amount,
        validAfter: '0',
        validBefore: '9999999999',
        nonce: `0x${'34'.repeat(32)}`,
      },
    },
  },
  paymentRequirements: x402Way,
};

/** A good body for each operation that takes one, with every field it knows. A new operation needs its own here. */
const valid: Record<string, Record<string, unknown>> = {
  createPayment: {
    amount: '10.00',
    currency: 'USD',
    description: 'Two tickets',
    metadata: { order: 'A-1', count: 2 },
    redirect_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    expiration_minutes: 30,
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
    customer_email: 'ada@example.com',
    checkout_options: { locale: 'ja' },
  },
  createDeposit: { chain: 'base', token: 'USDC' },
  simulatePayment: { outcome: 'complete' },
  topUpBalance: { chain: 'base', token: 'USDC' },
  createInvoice: {
    currency: 'USD',
    line_items: [{ description: 'Tickets', quantity: 2.5, unit_price: '19.99' }],
    customer_email: 'ada@example.com',
    customer_name: 'Ada',
    invoice_number: 'INV-000002',
    memo: 'Thank you',
    due_date: '9999-12-31',
    tax_rate: '0.08',
    metadata: { order: 'A-1', count: 2 },
    send_email: true,
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
    customer_address: '1 Main Street\nLondon',
    customer_tax_id: 'GB123456789',
  },
  updateInvoice: {
    currency: 'EUR',
    line_items: [{ description: 'Seats', quantity: 1, unit_price: '20.00' }],
    customer_email: null,
    customer_name: 'Bob',
    invoice_number: null,
    memo: null,
    due_date: '9999-12-31',
    tax_rate: '0.2',
    metadata: { order: 'A-2' },
    accepted_chains: null,
    accepted_tokens: ['USDC', 'ETH'],
    customer_address: null,
    customer_tax_id: 'GB987654321',
  },
  finalizeInvoice: { send_email: true },
  createButton: {
    name: 'Two tickets',
    amount: '10.00',
    currency: 'USD',
    description: 'Two tickets for Saturday',
    metadata: { order: 'A-1', count: 2 },
    redirect_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    expiration_minutes: 30,
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
  },
  updateButton: {
    status: 'active',
    name: 'One ticket',
    amount: '5.00',
    currency: 'EUR',
    description: null,
    metadata: null,
    redirect_url: null,
    cancel_url: 'https://shop.example/back',
    expiration_minutes: null,
    accepted_chains: null,
    accepted_tokens: ['USDC', 'ETH'],
  },
  createPaymentLink: {
    name: 'Donation',
    currency: 'USD',
    minimum_amount: '5.00',
    maximum_amount: '500.00',
    suggested_amount: '20.00',
    description: 'For the roof',
    metadata: { campaign: 'roof' },
    redirect_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/',
    expiration_minutes: 30,
    accepted_chains: ['base'],
    accepted_tokens: ['USDC'],
    max_payments: 10,
    expires_at: '2099-01-01T00:00:00Z',
  },
  updatePaymentLink: { status: 'inactive' },
  createButtonPayment: { customer_email: 'ada@example.com', checkout_options: { locale: 'ja' } },
  createWebhookEndpoint: {
    url: 'http://127.0.0.1:1/hook',
    events: ['payment.completed', 'refund.failed'],
    description: 'Orders',
  },
  updateWebhookEndpoint: {
    url: 'http://127.0.0.1:1/other',
    events: ['*'],
    description: 'Orders',
    status: 'disabled',
  },
  sendTestDelivery: {},
  createRefund: {},
  setRefundAddress: { address: '0x00000000000000000000000000000000000000AA' },
  returnUnappliedFund: { address: '0x00000000000000000000000000000000000000AA' },
  createPayout: { chain: 'base', token: 'USDC', token_amount: '0.000001' },
  verifyX402Payment: x402Settlement,
  settleX402Payment: x402Settlement,
};

const json = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/** Each route in turn, so that all of them see every kind of request. */
async function onEveryRoute(check: (route: Route) => Promise<void>): Promise<void> {
  expect(routes.length).toBeGreaterThanOrEqual(4);
  for (const route of routes) await check(route);
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    '',
    '0',
    '-1',
    '1e3',
    '0.5',
    '100000.01',
    'NaN',
    '\u0000',
    '\ud800',
    'x'.repeat(600),
    1e21,
    -0,
    [],
    {},
  ),
);

/** A good body with one field replaced, removed or added. */
const nearly = (body: Record<string, unknown>) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(body)), anything)
      .map(([name, value]) => ({ ...body, [name]: value })),
    fc
      .constantFrom(...Object.keys(body))
      .map((gone) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== gone))),
    fc.tuple(fc.string(), anything).map(([name, value]) => ({ ...body, [name]: value })),
  );

describe('whatever is sent to any route, the answer is below 500, in the envelope, and a refusal stores nothing', () => {
  it('any JSON as body', { timeout: timeoutMs }, async () => {
    await onEveryRoute((route) =>
      fc.assert(
        fc.asyncProperty(pathOf(route, idFor(route)), fc.json({ maxDepth: 5 }), async (path, body) => {
          const sent = route.method === 'GET' ? {} : { body };
          await expectCivil(service, { method: route.method, path, headers: json(), ...sent });
        }),
        { numRuns },
      ),
    );
  });

  it('any bytes as body', { timeout: timeoutMs }, async () => {
    await onEveryRoute((route) =>
      fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary', maxLength: 200 }),
          arbitraryId(idFor(route)),
          async (body, id) => {
            const path = route.path.replace(/\{\w+\}/g, () => id);
            await expectCivil(service, { method: route.method, path, headers: json(), body });
          },
        ),
        { numRuns },
      ),
    );
  });

  it('a good body with one thing wrong, with and without an Idempotency-Key', {
    timeout: timeoutMs,
  }, async () => {
    const withBody = routes.filter(({ operation }) => operation.requestBody);
    expect(withBody.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(valid).sort());
    const seen = new Set<number>();
    for (const route of withBody) {
      const { method, operation } = route;
      const idempotencyKey = fc.option(fc.stringMatching(/^[a-c]{1,2}$/), { freq: 2 });
      await fc.assert(
        fc.asyncProperty(nearly(valid[operation.operationId] ?? {}), idempotencyKey, async (body, name) => {
          const path = route.path.replace(/\{\w+\}/g, idFor(route));
          const headers = { ...json(), ...(name === null ? {} : { 'idempotency-key': name }) };
          seen.add(await expectCivil(service, { method, path, headers, body: JSON.stringify(body) }));
        }),
        { numRuns: numRuns * 3 },
      );
    }
    expect([...seen].sort(), 'some were good, some were not').toEqual(
      expect.arrayContaining([200, 201, 409, 422]),
    );
  });

  it('any headers', { timeout: timeoutMs }, async () => {
    await onEveryRoute((route) =>
      fc.assert(
        fc.asyncProperty(arbitraryHeaders, fc.boolean(), async (headers, withKey) => {
          const path = route.path.replace(/\{\w+\}/g, idFor(route));
          const body =
            route.method === 'GET' ? {} : { body: JSON.stringify(valid[route.operation.operationId]) };
          const sent = withKey ? { ...headers, ...json() } : headers;
          await expectCivil(service, { method: route.method, path, headers: sent, ...body });
        }),
        { numRuns },
      ),
    );
  });

  it('any query and any cursor', { timeout: timeoutMs }, async () => {
    await onEveryRoute((route) =>
      fc.assert(
        fc.asyncProperty(
          pathOf(route, idFor(route)),
          arbitraryQuery(route, idFor(route)),
          async (path, query) => {
            await expectCivil(service, { method: route.method, path: `${path}?${query}`, headers: json() });
          },
        ),
        { numRuns: numRuns * 2 },
      ),
    );
  });

  it('any method and any path', { timeout: timeoutMs }, async () => {
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
    );
    const segment = fc.oneof(
      fc.constantFrom(
        'api',
        'v1',
        'payments',
        'simulate',
        'cancel',
        'invoices',
        'finalize',
        'buttons',
        'payment_links',
        'webhooks',
        'endpoints',
        'events',
        '.',
        '..',
        '',
        '%',
        '%2e%2e',
        '%00',
        '*',
        ':payment_id',
      ),
      fc.stringMatching(/^[!-~]{1,12}$/),
    );
    const path = fc
      .tuple(fc.constantFrom('/', '/api/v1/', '/api/v1/payments/'), fc.array(segment, { maxLength: 5 }))
      .map(([start, segments]) => start + segments.join('/'))
      // What the service serves besides the API has no envelope.
      .filter((text) => !/^\/(docs|metrics|api\/v1\/openapi\.json)/.test(text));
    await fc.assert(
      fc.asyncProperty(method, path, async (asked, where) => {
        await expectCivil(service, { method: asked, path: where, headers: json() });
      }),
      { numRuns: numRuns * 4 },
    );
  });
});
