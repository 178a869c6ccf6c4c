import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayment, randomAt, unlimited } from '../../payments/support.ts';
import { call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  builtScript,
  makeWebDir,
  noPublicLimits,
  openPayment,
  post,
  stateOf,
  transactionsOf,
  usdc,
  visit,
} from './support.ts';

const clock = manualClock();
const web = makeWebDir();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
    webDir: web.path,
  });
});
afterAll(async () => {
  await service.stop();
  web.remove();
});

const open = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  visit(service, method, id, { headers });

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

describe('the checkout page', () => {
  it('holds the state of the payment and the files of the build', async () => {
    const id = await openPayment(service, { amount: '49.99', description: 'Two <b>tickets</b>' });
    const { status, headers, text } = await open(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const json = /id="checkout-state">(.*)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(await stateOf(service, id));
    expect(text).toContain('<title>Shop · $49.99</title>');
    expect(text).toContain('Two &lt;b&gt;tickets');
    expect(text).toContain('src="/assets/checkout-1a2b.js"');
    expect(text).toContain('rel="modulepreload" href="/assets/shared-5e6f.js"');
    for (const css of ['checkout-3c4d', 'shared-7a8b']) expect(text).toContain(`href="/assets/${css}.css"`);
    expect(text).not.toContain('dashboard-9c0d');
  });

  it('carries headers that let it run only itself, and keep the tie to the window that opened it', async () => {
    const { headers } = await open(await openPayment(service));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it.each([
    [null, undefined, 'en'],
    [null, 'pt-BR, ko;q=0.8, de;q=0.9', 'de'],
    ['ja', 'de', 'ja'],
    [null, 'xx', 'en'],
  ])('for a payment in %s and a browser in %s is in %s', async (locale, browser, lang) => {
    const id = await openPayment(service, locale ? { checkout_options: { locale } } : {});
    const { text } = await open(id, browser ? { 'accept-language': browser } : {});
    expect(text).toContain(`<html lang="${lang}">`);
  });

  it.each(['pay_00000000000000000000000000', 'pay_x', '%00', '%3Cscript%3E', 'x'.repeat(400)])(
    'of %s is a friendly 404 in the language of the browser',
    async (id) => {
      const answer = await open(id, { 'accept-language': 'fr-CA' });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('<html lang="fr">');
      expect(answer.text).toContain('Paiement introuvable');
      // A link can arrive before the database of this process knows its payment.
      const path = `/checkout/${encodeURIComponent(decodeURIComponent(id))}`;
      expect(answer.text).toContain(`href="${path}"`);
      expect(answer.text).not.toContain('<script');
    },
  );

  it('below a path of a proxy names its files there', async () => {
    const proxied = await startTestService({
      webDir: web.path,
      env: { PUBLIC_URL: 'https://pay.example/shop' },
    });
    const { payment_id } = await createPayment(proxied);
    const { text } = await visit(proxied, 'GET', payment_id);
    expect(text).toContain('src="/shop/assets/checkout-1a2b.js"');
    await proxied.stop();
  });

  it('that was not built says so, to whoever started the service, and keeps nobody from paying', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'causeway-web-'));
    const bare = await startTestService({ clock, requestsPerMinute: unlimited, webDir: empty });
    const { payment_id } = await createPayment(bare);
    const answer = await visit(bare, 'GET', payment_id);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run build');
    clock.advance(1000);
    await bare.runDue();
    expect((await stateOf(bare, payment_id)).status).toBe('processing');
    await bare.stop();
    rmSync(empty, { recursive: true });
  });
});

describe('opening the page of a test payment', () => {
  it('takes it over: nobody but the person pays', async () => {
    const { payment_id: id } = await createPayment(service);
    await open(id);
    await advance(60_000);
    expect((await stateOf(service, id)).status).toBe('pending');
    await post(service, `${id}/pay`, usdc);
    await advance(2000);
    expect((await stateOf(service, id)).status).toBe('completed');
    expect(await transactionsOf(service, id)).toBe(1);
  });

  it('comes too late when the simulated customer has paid', async () => {
    const { payment_id: id } = await createPayment(service);
    await advance(1000);
    expect((await open(id)).text).toContain('"status":"processing"');
    await advance(2000);
    expect((await stateOf(service, id)).status).toBe('completed');
  });

  it.each([
    ['a HEAD request', 'HEAD', {}],
    ['a browser that only prefetches', 'GET', { 'sec-purpose': 'prefetch' }],
  ])('is not what %s does', async (_who, method, headers) => {
    const { payment_id: id } = await createPayment(service);
    expect((await open(id, headers, method)).status).toBe(200);
    await advance(1000);
    expect((await stateOf(service, id)).status).toBe('processing');
  });

  it('at the very moment the customer comes leaves either a person or the customer in charge', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, () => createPayment(service)));
    clock.advance(1000);
    const pages = payments.map(({ payment_id }) => open(payment_id));
    await Promise.all([...pages.slice(0, 10), service.runDue(), ...pages.slice(10)]);
    await service.runDue();
    for (const { payment_id: id } of payments) {
      const [row] = await service.ctx.db`select customer_due_at from payments where payment_id = ${id}`;
      expect(row?.['customer_due_at']).toBeNull();
      const { status } = await stateOf(service, id);
      expect(status).toBe((await transactionsOf(service, id)) === 1 ? 'processing' : 'pending');
    }
  });
});

describe('the files of the build', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(`${service.url}/assets/${path}`, 'GET', { headers });

  it.each([
    ['br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0.5, deflate', 'gzip'],
    ['identity', null],
  ])(
    'for a browser that takes %s are sent as %s, kept for good, and come out whole',
    async (accepts, coding) => {
      for (const _ of [1, 2]) {
        const { status, headers, text } = await get('checkout-1a2b.js', { 'accept-encoding': accepts });
        expect(status).toBe(200);
        expect(text).toBe(builtScript);
        expect(headers.get('content-encoding')).toBe(coding);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          vary: 'accept-encoding',
        });
      }
    },
  );

  it.each([
    'nothing.js',
    'checkout-1a2b.js.map',
    '..%2fsecret.txt',
    '..%2f..%2fpackage.json',
    '%2e%2e%2f.vite%2fmanifest.json',
    '%2fetc%2fpasswd',
    '..%5csecret.txt',
    'checkout-1a2b.js%00',
    '__proto__',
    'constructor',
  ])('do not include %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.json.error.code).toBe('NOT_FOUND');
  });
});
