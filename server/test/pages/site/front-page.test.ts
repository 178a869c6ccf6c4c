import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterEach(() => {
  service.ctx.demoMerchantId = null;
});
afterAll(() => service.stop());

/** As a browser sends a form. */
const openDemo = (headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  call(`${service.url}/demo`, 'POST', {
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('the front page', () => {
  it('says what this is and leads to the guides, the reference and the dashboard', async () => {
    const { status, headers, text } = await call(`${service.url}/`, 'GET');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Crypto payments on your own server</h1>');
    for (const path of ['/docs/', '/docs/api', '/docs/quick-start', '/dashboard'])
      expect(text).toContain(`href="${path}"`);
    expect(text).toContain(`${service.ctx.config.publicUrl}/api/v1/payments`);
    expect(text).toContain(`og:image" content="${service.ctx.config.publicUrl}/preview.png"`);
  });

  it('has no inline script or style, and its policy allows none', async () => {
    const { headers, text } = await call(`${service.url}/`, 'GET');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("form-action 'self';");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('offers a demo checkout only where there is a demo merchant', async () => {
    expect((await call(`${service.url}/`, 'GET')).text).not.toContain('<form');
    service.ctx.demoMerchantId = service.merchantId;
    expect((await call(`${service.url}/`, 'GET')).text).toContain('action="/demo"');
  });

  it('congratulates who comes back from the demo checkout', async () => {
    service.ctx.demoMerchantId = service.merchantId;
    const back = await call(`${service.url}/?payment_id=pay_1&status=completed`, 'GET');
    expect(back.text).toContain('Your demo payment is complete.');
    expect((await call(`${service.url}/`, 'GET')).text).not.toContain('complete.</strong>');
  });

  it('says so when the pages are not built', async () => {
    const bare = await startTestService({ webDir: tmpdir() });
    expect((await call(`${bare.url}/`, 'GET')).status).toBe(503);
    expectRefusal(await call(`${bare.url}/favicon.ico`, 'GET'), 'NOT_FOUND');
    expectRefusal(
      await call(`${bare.url}/nowhere`, 'GET', { headers: { accept: 'text/html' } }),
      'NOT_FOUND',
    );
    await bare.stop();
  });

  it.each([
    ['favicon.ico', 'image/x-icon'],
    ['preview.png', 'image/png'],
  ])('has %s where browsers or chats look for it', async (name, type) => {
    const { status, headers } = await call(`${service.url}/${name}`, 'GET');
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  });
});

describe('an address without a page', () => {
  const visit = (path: string, method = 'GET', accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
    call(service.url + path, method, { headers: { accept } });

  it('tells a browser so, and leads to the front page, the guides and the dashboard', async () => {
    for (const path of [
      '/nowhere',
      '/checkout/pay_1/nowhere',
      '/apis',
      '/docs/nowhere',
      '/%',
      '/pay/%c0%af',
    ]) {
      const { status, headers, text } = await visit(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('does not exist</h1>');
      for (const link of ['/', '/docs/', '/dashboard']) expect(text).toContain(`href="${link}"`);
    }
  });

  it('keeps the status and headers that the API would answer', async () => {
    const { status, headers, text } = await visit('/demo');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect(text).toContain('This page does not exist');
    expect((await visit('/nowhere', 'HEAD')).status).toBe(404);
  });

  it('is JSON for the API and for all who do not ask for a page', async () => {
    const paths = [
      '/api',
      '/api/v1',
      '/api/v1/nowhere',
      '/api/v1/%',
      '/api/v1/payments',
      '/dashboard/api/nowhere',
    ];
    for (const path of paths) {
      const { headers } = await visit(path);
      expect([path, headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
    }
    for (const accept of ['*/*', 'application/json'])
      expectRefusal(await visit('/nowhere', 'GET', accept), 'NOT_FOUND');
    for (const path of ['/nowhere', '/%']) expectRefusal(await visit(path, 'POST'), 'NOT_FOUND');
  });
});

describe('the demo checkout', () => {
  it('is a test payment that waits for its visitor', async () => {
    service.ctx.demoMerchantId = service.merchantId;
    const { status, headers } = await openDemo();
    expect(status).toBe(303);
    const paymentId = /^\/checkout\/(pay_\w{26})$/.exec(headers.get('location') ?? '')?.[1];
    clock.advance(60_000);
    await service.runDue();
    const { json } = await service.call('GET', `/payments/${paymentId}`);
    expect(json.data).toMatchObject({
      status: 'pending',
      amount: '49.99',
      currency: 'USD',
      redirect_url: `${service.ctx.config.publicUrl}/`,
    });
    clock.advance(30 * 60_000);
    await service.runDue();
    expect((await service.call('GET', `/payments/${paymentId}`)).json.data.status).toBe('expired');
  });

  it('is not opened by other sites, and not without a demo merchant', async () => {
    expectRefusal(await openDemo(), 'NOT_FOUND');
    service.ctx.demoMerchantId = service.merchantId;
    expectRefusal(await openDemo({ 'sec-fetch-site': 'cross-site' }), 'FORBIDDEN');
  });
});
