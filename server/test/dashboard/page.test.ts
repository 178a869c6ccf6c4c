import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWebDir } from '../pages/checkout/support.ts';
import { startTestService, type TestService } from '../support/service.ts';

const web = makeWebDir();
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ webDir: web.path, env: { PUBLIC_URL: 'https://pay.example/causeway' } });
});
afterAll(async () => {
  await service.stop();
  web.remove();
});

const cookie = '__Host-causeway_session=any';
const get = (path: string) => fetch(service.url + path, { headers: { cookie }, redirect: 'manual' });
const getSignedOut = (path: string) => fetch(service.url + path, { redirect: 'manual' });

it.each(['/dashboard', '/dashboard/', '/dashboard/payments/pay_1?env=live', '/dashboard/no/such/page'])(
  '%s answers the page, whose script reads the address',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('<script type="module" src="/causeway/assets/dashboard-9c0d.js">');
    expect(html).toContain('"site_path":"/causeway"');
    expect(html).toContain('"sign_up_open":true');
  },
);

it.each(['sign-in', 'sign-up', 'forgot', 'reset?token=x', 'invitation?token=x', 'verify?token=x'])(
  '/dashboard/%s answers the small page, and loads the dashboard after it',
  async (path) => {
    const response = await getSignedOut(`/dashboard/${path}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('<script type="module" src="/causeway/assets/sign-in-0d1e.js">');
    expect(html).toContain('<link rel="prefetch" as="script" href="/causeway/assets/dashboard-9c0d.js">');
    expect(html).not.toContain('src="/causeway/assets/dashboard-9c0d.js"');
  },
);

it.each([
  ['/dashboard', ''],
  ['/dashboard/', ''],
  ['/dashboard/payments/pay_1?env=live', '?next=%2Fpayments%2Fpay_1%3Fenv%3Dlive'],
  ['/dashboard?env=live', '?next=%3Fenv%3Dlive'],
  ['/dashboard//elsewhere.example/', '?next=%2F%2Felsewhere.example%2F'],
])('%s redirects to the sign-in page, if nobody is signed in', async (path, query) => {
  const response = await getSignedOut(path);
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`/causeway/dashboard/sign-in${query}`);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('runs its own script alone, takes style sheets by a nonce of this answer, and is framed by nobody', async () => {
  const policies = await Promise.all(
    [get('/dashboard'), get('/dashboard')].map(async (answer) => {
      const response = await answer;
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([\w+/=]+)'/.exec(policy)?.[1];
      expect(await response.text()).toContain(JSON.stringify(nonce));
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      return policy;
    }),
  );
  expect(policies[0]).toContain("script-src 'self';");
  expect(policies[0]).toContain("frame-ancestors 'none'");
  expect(policies[0]).not.toBe(policies[1]);
});

it('shows a skeleton before style sheets and scripts are there', async () => {
  const response = await get('/dashboard');
  const page = await response.text();
  const [head = '', body = ''] = page.split('<body>');
  expect(head).not.toContain('rel="stylesheet"');
  const order = ['<style nonce=', 'Unapplied money', '<div id="app">'].map((part) => body.indexOf(part));
  expect(order.every((place, index) => place > (order[index - 1] ?? -1))).toBe(true);
});

it.each(['GET', 'POST'])('%s of an unknown path of its API is an error of the API', async (method) => {
  const response = await fetch(`${service.url}/dashboard/api/nothing`, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
});

it('says what to do when the pages were not built', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'causeway-empty-'));
  const bare = await startTestService({ webDir: empty });
  const response = await fetch(`${bare.url}/dashboard`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
  await bare.stop();
  rmSync(empty, { recursive: true });
});
