import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/lib/roles.ts';
import { createPaid } from '../payments/refunds/support.ts';
import { createPayment, expectFailure, silent, unlimited } from '../payments/support.ts';
import type { Answer } from '../support/call.ts';
import { budget } from '../support/chance.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
/** Of the service's merchant, who has one of everything. */
const members = {} as Record<Role, Browser>;
/** Of another merchant, who has nothing. */
let stranger: Browser;
const ids = { key: '', payment: '', endpoint: '', email: '', request: '' };

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, log: silent });
  for (const role of roles) members[role] = await signedInAs(service, role);
  const other = await service.createMerchant();
  stranger = await signedInAs(service, 'owner', other.merchantId);

  const owner = members.owner;
  ids.payment = (await createPaid(service, { customer_email: 'mine@example.com' })).payment_id;
  await service.call('POST', '/refunds', { body: { payment_id: ids.payment, amount: '1.00' } });
  const key = await owner.call('POST', '/keys', { body: { name: 'mine', kind: 'secret' } });
  ids.key = key.json.data.key_id;
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'] };
  ids.endpoint = (await owner.api('POST', '/webhooks/endpoints', { body: endpoint })).json.data.endpoint_id;
  await service.call('POST', '/invoices', {
    body: {
      currency: 'USD',
      line_items: [{ description: 'mine', quantity: 1, unit_price: '1.00' }],
      customer_email: 'mine@example.com',
      send_email: true,
    },
  });
  ids.email = (await owner.call('GET', '/emails')).json.data[0].email_id;
  await service.ctx.requestLog.flush();
  ids.request = (await owner.call('GET', '/requests')).json.data[0].request_id;
});
afterAll(() => service.stop());

describe('another merchant', () => {
  it.each([['/payments'], ['/payments?search=mine'], ['/payments?search=pay_'], ['/requests'], ['/emails']])(
    'sees nothing in %s',
    async (path) => {
      expect((await stranger.call('GET', path)).json.data).toEqual([]);
    },
  );

  it('sees its own keys, settings and figures alone', async () => {
    const keys = (await stranger.call('GET', '/keys')).json.data;
    expect(keys.map((key: { key_id: string }) => key.key_id)).not.toContain(ids.key);
    const { totals } = (await stranger.call('GET', '/stats')).json.data;
    expect(totals).toMatchObject({ count: 0, refunds: 0, volume_usd: '0.00' });
    await stranger.call('PATCH', '/settings', { body: { name: 'Elsewhere' } });
    expect((await members.owner.call('GET', '/settings')).json.data.name).toBe('Shop');
  });

  it.each(['payments', 'refunds', 'invoices', 'events'])('exports no %s', async (name) => {
    const answer = await stranger.call('GET', `/exports/${name}.csv`);
    expect(answer.text.trimEnd().split('\r\n')).toHaveLength(1);
  });

  const notTheirs: [string, () => [string, string, object?], string][] = [
    ['a payment', () => ['GET', `/payments/${ids.payment}`], 'PAYMENT_NOT_FOUND'],
    ['a payment as a cursor', () => ['GET', `/payments?starting_after=${ids.payment}`], 'PAYMENT_NOT_FOUND'],
    ['a request as a cursor', () => ['GET', `/requests?starting_after=${ids.request}`], 'NOT_FOUND'],
    ['a mail as a cursor', () => ['GET', `/emails?ending_before=${ids.email}`], 'NOT_FOUND'],
    ['a mail', () => ['GET', `/emails/${ids.email}`], 'NOT_FOUND'],
    ['a key to change', () => ['PATCH', `/keys/${ids.key}`, { name: 'theirs' }], 'NOT_FOUND'],
    ['a key to revoke', () => ['POST', `/keys/${ids.key}/revoke`], 'NOT_FOUND'],
    [
      'an endpoint to retry',
      () => ['POST', `/webhooks/endpoints/${ids.endpoint}/retry_failed`],
      'WEBHOOK_ENDPOINT_NOT_FOUND',
    ],
  ];
  it.each(notTheirs)('does not find %s', async (_name, request, code) => {
    const [method, path, body] = request();
    const answer = await stranger.call(method, path, body ? { body } : {});
    expectFailure(answer, { status: 404, code });
  });

  it('finds none of it in the other environment either', async () => {
    const headers = { 'x-causeway-environment': 'live' };
    for (const [, request] of notTheirs) {
      const [method, path, body] = request();
      const answer = await members.owner.call(method, path, { headers, ...(body ? { body } : {}) });
      expectFailure(answer, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
    }
  });
});

describe('roles', () => {
  const reads = [
    '/keys',
    '/settings',
    '/settlement/wallets',
    '/balances',
    '/stats',
    '/payments',
    '/requests',
    '/emails',
    '/exports/payments.csv',
  ];
  it.each(roles)('%s reads everything', async (role) => {
    for (const path of reads) expect((await members[role].call('GET', path)).status, path).toBe(200);
  });

  const changes: [string, string, () => string, object | undefined, Role[]][] = [
    ['make keys', 'POST', () => '/keys', { name: 'x', kind: 'secret' }, ['owner', 'developer']],
    ['rename keys', 'PATCH', () => `/keys/${ids.key}`, { name: 'x' }, ['owner', 'developer']],
    ['revoke keys', 'POST', () => `/keys/${ids.key}/revoke`, undefined, ['owner', 'developer']],
    ['change the name', 'PATCH', () => '/settings', { name: 'Shop' }, ['owner']],
    ['change payouts', 'PATCH', () => '/settlement', { schedule: 'daily' }, ['owner', 'finance']],
    ['withdraw wallets', 'DELETE', () => '/settlement/wallets/evm/change', undefined, ['owner', 'finance']],
    ['change the name for the worse', 'PATCH', () => '/settings', { name: 7 }, []],
    ['remove the logo', 'DELETE', () => '/settings/logo', undefined, ['owner']],
    [
      'retry deliveries',
      'POST',
      () => `/webhooks/endpoints/${ids.endpoint}/retry_failed`,
      undefined,
      ['owner', 'developer'],
    ],
  ];
  it.each(changes)('that may %s are the ones of the table', async (_name, method, path, body, allowed) => {
    for (const role of roles) {
      const answer: Answer = await members[role].call(method, path(), body ? { body } : {});
      if (allowed.includes(role)) expect(answer.status, `${role}: ${answer.text}`).toBeLessThan(300);
      else if (role === 'owner') expect(answer.status).toBe(422);
      else expect(answer.json.error, role).toMatchObject({ code: 'FORBIDDEN', details: { role } });
    }
  });
});

describe('whatever is sent', () => {
  const routes: [string, string][] = [
    ['POST', '/keys'],
    ['PATCH', '/keys/:id'],
    ['PATCH', '/settings'],
    ['PUT', '/settings/logo'],
    ['PATCH', '/settlement'],
    ['PUT', '/settlement/wallets/evm'],
  ];
  const word = fc.constantFrom(
    ...['name', 'kind', 'allowed_ips', 'support_email', 'schedule', 'address', 'password', 'minimum_amount'],
    ...[
      'currency',
      'default_accepted_chains',
      'default_accepted_tokens',
      'content_type',
      'data',
      '__proto__',
    ],
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      'secret',
      'base',
      'USDC',
      'image/png',
      `0x${'1'.repeat(40)}`,
      ['base'],
      ['USDC'],
      ['10.0.0.1'],
    ),
    fc.dictionary(word, fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })), { maxKeys: 3 }),
  );

  it('as a body, the answer is the envelope and never a 500', { timeout: 120_000 }, async () => {
    const page = await signedInAs(service);
    const property = fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.dictionary(word, value, { maxKeys: 6 }),
      async ([method, path], body) => {
        const answer = await page.call(method, path.replace(':id', ids.key), { body });
        expect(answer.status, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(500);
        expect(typeof answer.json.success).toBe('boolean');
        // One session may ask this often: what is refused for its number tests nothing.
        expect(answer.status).not.toBe(429);
      },
    );
    await fc.assert(property, { numRuns: budget(300, 60) });
  });

  const parameter = fc.constantFrom(
    ...[
      'search',
      'status',
      'chain',
      'token',
      'currency',
      'created_gte',
      'created_lte',
      'limit',
      'starting_after',
    ],
    ...[
      'ending_before',
      'from',
      'to',
      'status_class',
      'method',
      'environment',
      'type',
      'payment_id',
      'customer_email',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      'pay_',
      '%',
      '_',
      '\\',
      "'",
      '\0',
      '2026-01-01',
      'test',
      'completed',
      '0',
      '-1',
      '9999-12-31',
    ),
  );
  const lists = [
    '/payments',
    '/stats',
    '/requests',
    '/emails',
    '/exports/payments.csv',
    '/exports/refunds.csv',
  ];
  it('as a query, too', { timeout: 120_000 }, async () => {
    const page = await signedInAs(service);
    const property = fc.asyncProperty(
      fc.constantFrom(...lists, '/exports/invoices.csv', '/exports/events.csv'),
      fc.dictionary(parameter, text, { maxKeys: 4 }),
      async (path, query) => {
        const sent = new URLSearchParams(Object.entries(query)).toString();
        const answer = await page.call('GET', `${path}?${sent}`);
        expect(answer.status, `${path}?${sent} ${answer.text}`).toBeLessThan(500);
      },
    );
    await fc.assert(property, { numRuns: budget(400, 60) });
  });

  it('as an id, too', { timeout: 120_000 }, async () => {
    const { payment_id } = await createPayment(service);
    const id = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(payment_id, `key_${'0'.repeat(26)}`, '%00'),
    );
    const paths = ['/payments/:id', '/emails/:id'];
    const property = fc.asyncProperty(fc.constantFrom(...paths), id, async (path, given) => {
      const answer = await members.owner.call('GET', path.replace(':id', encodeURIComponent(given)));
      expect(answer.status, `${path} ${given} ${answer.text}`).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: budget(100, 30) });
  });
});
