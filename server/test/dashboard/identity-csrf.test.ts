import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { call } from '../support/call.ts';
import type { TestService } from '../support/service.ts';
import { browser, createMember, password, signedInAs, startDashboard } from './support.ts';

let service: TestService;
let origin: string;
beforeAll(async () => {
  service = await startDashboard({ env: { PUBLIC_URL: 'http://pay.example.com:4000' } });
  origin = 'http://pay.example.com:4000';
});
afterAll(() => service.stop());

const payment = { amount: '10.00', currency: 'USD' };

async function paymentsMade(): Promise<number> {
  const [row] = await service.ctx.db<{ count: number }[]>`select count(*)::int as count from payments`;
  return row?.count ?? -1;
}

describe('a change made with a session', () => {
  it('is carried out when the dashboard itself sends it', async () => {
    const page = await signedInAs(service);
    for (const headers of [{}, { origin }, { origin, 'sec-fetch-site': 'same-origin' }]) {
      const answer = await page.api('POST', '/payments', { body: payment, headers });
      expect(answer.status, answer.text).toBe(201);
    }
  });

  it.each([
    ['without the header', { 'x-causeway-request': '' }],
    ['with another value of it', { 'x-causeway-request': 'form' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the same host on another port', { origin: 'http://pay.example.com:5000' }],
    ['from the same host on another scheme', { origin: 'https://pay.example.com:4000' }],
    ['from an origin that begins like ours', { origin: 'http://pay.example.com:4000.evil.example' }],
    ['from a sandbox', { origin: 'null' }],
    ['from a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
  ])('%s is FORBIDDEN and does nothing, on either side', async (_, headers) => {
    const page = await signedInAs(service);
    const before = await paymentsMade();
    expectRefusal(await page.api('POST', '/payments', { body: payment, headers }), 'FORBIDDEN');
    expectRefusal(await page.call('POST', '/sign_out_everywhere', { headers }), 'FORBIDDEN');
    expect(await paymentsMade()).toBe(before);
    expect((await page.call('GET', '/session')).status).toBe(200);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])(
    'sent by a form of another site as %s never gets as far as its body',
    async (type) => {
      const page = await signedInAs(service);
      const headers = { cookie: page.cookie ?? '', 'content-type': type };
      const body = JSON.stringify(payment);
      const before = await paymentsMade();
      for (const path of [
        '/api/v1/payments',
        '/dashboard/api/sign_out_everywhere',
        '/dashboard/api/members',
      ]) {
        expectRefusal(await call(`${service.url}${path}`, 'POST', { headers, body }), 'FORBIDDEN');
      }
      expect(await paymentsMade()).toBe(before);
    },
  );

  it('names what is missing, and where the dashboard is', async () => {
    const page = await signedInAs(service);
    const bare = await page.call('POST', '/sign_out', { headers: { 'x-causeway-request': 'x' } });
    expect(bare.json.error.details).toEqual({ header: 'X-Causeway-Request', expected: 'dashboard' });
    const foreign = await page.call('POST', '/sign_out', { headers: { origin: 'http://localhost:4000' } });
    expect(foreign.json.error.message).toContain(`${origin}/dashboard`);
  });

  it('reads need none of it', async () => {
    const page = await signedInAs(service);
    const headers = { 'x-causeway-request': '', 'sec-fetch-site': 'none' };
    expect((await page.call('GET', '/session', { headers })).status).toBe(200);
    expect((await page.api('GET', '/payments', { headers })).status).toBe(200);
  });
});

describe('signing in', () => {
  it('cannot be done by another site, which would sign its visitor in as somebody else', async () => {
    const member = await createMember(service);
    const body = { email: member.email, password };
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await browser(service).call('POST', '/sign_in', { body, headers });
      expectRefusal(answer, 'FORBIDDEN');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const form = { 'content-type': 'text/plain' };
    const answer = await browser(service).call('POST', '/sign_in', {
      body: JSON.stringify(body),
      headers: form,
    });
    expectRefusal(answer, 'INVALID_JSON');
  });

  it('no answer allows another origin to read it', async () => {
    const page = await signedInAs(service);
    const headers = { origin: 'https://evil.example' };
    for (const answer of [
      await page.call('GET', '/session', { headers }),
      await page.call('OPTIONS', '/session', { headers }),
      await page.api('GET', '/payments', { headers }),
    ]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
