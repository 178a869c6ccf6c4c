import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { startSecondProcess } from '../platform/http/second-process.ts';
import { call } from '../support/call.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { password, signedIn, signedInAs, startDashboard } from './support.ts';

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

const body = { amount: '25.00', currency: 'USD' };
const live = { 'x-causeway-environment': 'live' };

describe('a session on /api/v1', () => {
  it('is the member’s merchant, in the test environment unless it says live', async () => {
    const page = await signedInAs(service);
    const made = await page.api('POST', '/payments', { body });
    expect(made.status).toBe(201);
    const path = `/payments/${made.json.data.payment_id}`;
    expect((await service.call('GET', path)).json.data).toEqual(made.json.data);
    expect((await page.api('GET', path)).status).toBe(200);
    expect((await page.api('GET', path, { headers: { 'x-causeway-environment': 'test' } })).status).toBe(200);
    expectRefusal(await page.api('GET', path, { headers: live }), 'KEY_ENVIRONMENT_MISMATCH');
    expect((await page.api('GET', '/payments', { headers: live })).json.data).toEqual([]);
  });

  it('with an environment there is none of is INVALID_PARAMETER', async () => {
    const page = await signedInAs(service);
    for (const given of ['prod', 'TEST', 'test,live', '']) {
      const answer = await page.api('GET', '/payments', { headers: { 'x-causeway-environment': given } });
      expectRefusal(answer, 'INVALID_PARAMETER');
      expect(answer.json.error.details.field).toBe('X-Causeway-Environment');
    }
  });

  it('sees nothing of another merchant', async () => {
    const other = await service.createMerchant();
    const stranger = await signedInAs(service, 'owner', other.merchantId);
    const made = await service.call('POST', '/payments', { body });
    expectRefusal(await stranger.api('GET', `/payments/${made.json.data.payment_id}`), 'PAYMENT_NOT_FOUND');
    expect((await stranger.api('GET', '/payments')).json.data).toEqual([]);
    const refund = { payment_id: made.json.data.payment_id };
    expectRefusal(await stranger.api('POST', '/refunds', { body: refund }), 'PAYMENT_NOT_FOUND');
  });

  it('makes payments the simulated customer leaves alone', async () => {
    const page = await signedInAs(service);
    const [mine, keys] = [
      await page.api('POST', '/payments', { body }),
      await service.call('POST', '/payments', { body }),
    ];
    clock.advance(10_000);
    await service.runDue();
    clock.advance(10_000);
    await service.runDue();
    const status = async (made: typeof mine) =>
      (await service.call('GET', `/payments/${made.json.data.payment_id}`)).json.data.status;
    expect(await status(keys)).toBe('completed');
    expect(await status(mine)).toBe('pending');
  });

  it('counts for nothing beside an Authorization header, good or bad', async () => {
    const page = await signedInAs(service);
    const other = await service.createMerchant();
    const cookie = page.cookie ?? '';
    const url = `${service.url}/api/v1/payments`;
    const made = await call(url, 'POST', { key: other.testKey, headers: { cookie }, body });
    expect(made.status).toBe(201);
    expectRefusal(await page.api('GET', `/payments/${made.json.data.payment_id}`), 'PAYMENT_NOT_FOUND');
    for (const authorization of ['Bearer nonsense', 'Basic abc', 'Bearer ', '']) {
      expectRefusal(await call(url, 'GET', { headers: { cookie, authorization } }), 'UNAUTHORIZED');
    }
  });

  it('has a rate limit of its own and shows it', async () => {
    const page = await signedInAs(service);
    const answer = await page.api('GET', '/payments', { headers: live });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('599');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('takes an idempotency key as keys do', async () => {
    const page = await signedInAs(service);
    const headers = { 'idempotency-key': 'from-the-dashboard' };
    const first = await page.api('POST', '/payments', { body, headers });
    const again = await page.api('POST', '/payments', { body, headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('ends in every process within a second of sign-out, and a role changes there too', async () => {
    const page = await signedInAs(service, 'viewer');
    const second = await startSecondProcess(service.databaseUrl, { clock });
    try {
      const headers = { cookie: page.cookie ?? '', 'x-causeway-request': 'dashboard' };
      const there = (method: string, path: string, sent?: unknown) =>
        second.call(method, path, { headers, ...(sent ? { body: sent } : {}) });
      expect((await there('GET', '/api/v1/payments')).status).toBe(200);
      expectRefusal(await there('POST', '/api/v1/payments', body), 'FORBIDDEN');
      await service.ctx.db`update members set role = 'finance' where member_id = ${page.member.memberId}`;
      clock.advance(1000);
      expect((await there('POST', '/api/v1/payments', body)).status).toBe(201);
      await page.call('POST', '/sign_out');
      clock.advance(1000);
      expectRefusal(await there('GET', '/api/v1/payments'), 'UNAUTHORIZED');
      expectRefusal(await there('GET', '/dashboard/api/session'), 'UNAUTHORIZED');
    } finally {
      await second.stop();
    }
  });
});

describe('the audit log', () => {
  const entries = async (page: { call: Awaited<ReturnType<typeof signedIn>>['call'] }, query = '') =>
    (await page.call('GET', `/audit${query}`)).json;

  it('holds what a session did by way of the API, with its outcome, and nothing of what keys did', async () => {
    const { merchantId, testKey } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    const made = await page.api('POST', '/payments', { body });
    await call(`${service.url}/api/v1/payments`, 'POST', { key: testKey, body });
    const { payment_id } = made.json.data;
    await page.api('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
    const refund = await page.api('POST', '/refunds', { body: { payment_id } });
    await page.api('POST', '/refunds', { body: { payment_id: 'pay_x' } });
    await page.api('POST', '/payments', { body: { amount: 5 } });
    const url = 'https://shop.example/hook';
    const endpoint = await page.api('POST', '/webhooks/endpoints', { body: { url, events: ['*'] } });
    const { endpoint_id } = endpoint.json.data;
    await page.api('PATCH', `/webhooks/endpoints/${endpoint_id}`, { body: { description: 'x' } });
    await page.api('DELETE', `/webhooks/endpoints/${endpoint_id}`);

    const log = await entries(page);
    const deeds = log.data.map((one: { action: string; resource_id: string }) => [
      one.action,
      one.resource_id,
    ]);
    expect(deeds).toEqual([
      ['deleteWebhookEndpoint', endpoint_id],
      ['updateWebhookEndpoint', endpoint_id],
      ['createWebhookEndpoint', endpoint_id],
      ['createRefund', refund.json.data.refund_id],
      ['simulatePayment', payment_id],
      ['createPayment', payment_id],
    ]);
    expect(log.data.at(-1)).toEqual({
      audit_id: expect.stringMatching(/^aud_/),
      member_id: page.member.memberId,
      member_email: page.member.email,
      action: 'createPayment',
      resource_id: payment_id,
      environment: 'test',
      details: {},
      ip: page.address,
      created_at: clock.now().toISOString(),
    });
    const rows = await service.ctx
      .db`select request_id, outcome from audit_log where merchant_id = ${merchantId}`;
    for (const row of rows) expect(row['request_id']).toMatch(/^req_/);
    expect(rows.filter((row) => row['outcome'] === 'refused')).toHaveLength(2);
    expect(JSON.stringify(log)).not.toContain(endpoint.json.data.secret);
  });

  it('shows an attempt whose outcome nobody noted as one', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    await page.api('POST', '/payments', { body });
    await service.ctx.db`update audit_log set outcome = 'attempted' where merchant_id = ${merchantId}`;
    expect((await entries(page)).data[0].details).toEqual({ outcome: 'attempted' });
  });

  it('notes a live payment refused with 503 as refused: it changed nothing', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    expectRefusal(await page.api('POST', '/payments', { body, headers: live }), 'SERVICE_UNAVAILABLE');
    expect((await entries(page)).data).toEqual([]);
    const rows = await service.ctx.db`select outcome from audit_log where merchant_id = ${merchantId}`;
    expect(rows).toEqual([{ outcome: 'refused' }]);
  });

  it('leaves an error that nobody expected as an attempt: it may have come after the change', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    const { db, log } = service.ctx;
    const { level } = log;
    log.level = 'silent';
    await db`alter table payments add constraint broken check (merchant_id <> ${db.unsafe(`'${merchantId}'`)})`;
    try {
      expectRefusal(await page.api('POST', '/payments', { body }), 'INTERNAL_ERROR');
    } finally {
      log.level = level;
      await db`alter table payments drop constraint broken`;
    }
    expect((await entries(page)).data).toMatchObject([
      { action: 'createPayment', details: { outcome: 'attempted' } },
    ]);
  });

  it('a change without its line is not made: when the log cannot be written, nothing happens', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    await service.ctx
      .db`alter table audit_log add constraint broken check (member_id <> ${service.ctx.db.unsafe(`'${page.member.memberId}'`)})`;
    const { level } = service.ctx.log;
    service.ctx.log.level = 'silent';
    try {
      expectRefusal(await page.api('POST', '/payments', { body }), 'INTERNAL_ERROR');
      const invitation = { email: 'unlogged@example.com', role: 'viewer', password };
      expectRefusal(await page.call('POST', '/members', { body: invitation }), 'INTERNAL_ERROR');
    } finally {
      service.ctx.log.level = level;
      await service.ctx.db`alter table audit_log drop constraint broken`;
    }
    expect((await page.api('GET', '/payments')).json.data).toEqual([]);
    expect((await page.call('GET', '/members')).json.data).toHaveLength(1);
    const [mail] = await service.ctx.db`select 1 from emails where to_address = 'unlogged@example.com'`;
    expect(mail).toBeUndefined();
  });

  it('a change that was made is answered as made, also when its outcome cannot be noted', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    const { db, log } = service.ctx;
    const { level } = log;
    log.level = 'silent';
    await db`alter table audit_log add constraint broken
      check (outcome = 'attempted' or merchant_id <> ${db.unsafe(`'${merchantId}'`)}) not valid`;
    try {
      expect((await page.api('POST', '/payments', { body })).status).toBe(201);
    } finally {
      log.level = level;
      await db`alter table audit_log drop constraint broken`;
    }
    expect((await entries(page)).data[0]).toMatchObject({
      action: 'createPayment',
      details: { outcome: 'attempted' },
    });
  });

  it('holds what members did to their own account', async () => {
    const page = await signedInAs(service, 'finance', (await service.createMerchant()).merchantId);
    await page.call('POST', '/totp/begin', { body: { password } });
    const changed = { password: password, new_password: 'a completely new one' };
    await page.call('POST', '/password', { body: changed });
    await page.call('POST', '/sign_out');
    const again = await signedIn(service, page.member);
    const log = await entries(again);
    expect(log.data.map((one: { action: string }) => one.action)).toEqual([
      'signOut',
      'changePassword',
      'beginSecondFactor',
    ]);
    expect(JSON.stringify(log)).not.toContain('password"');
    expect(JSON.stringify(log)).not.toContain(changed.new_password);
  });

  it('holds what members did to members, in pages, newest first', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    const invitation = { email: 'audited@example.com', role: 'viewer', password };
    const { member_id } = (await page.call('POST', '/members', { body: invitation })).json.data;
    await page.call('PATCH', `/members/${member_id}`, { body: { role: 'finance', password } });
    await page.call('POST', `/members/${member_id}/remove`, { body: { password } });
    const all = (await entries(page)).data;
    expect(all.map((one: { action: string; details: object }) => [one.action, one.details])).toEqual([
      ['removeMember', { email: invitation.email, role: 'finance' }],
      ['changeMemberRole', { role: 'finance' }],
      ['inviteMember', { email: invitation.email, role: 'viewer' }],
    ]);
    const ids = all.map((one: { audit_id: string }) => one.audit_id);
    const first = await entries(page, '?limit=2');
    expect(first).toMatchObject({ data: all.slice(0, 2), has_more: true });
    expect(await entries(page, `?limit=2&starting_after=${ids[1]}`)).toMatchObject({
      data: all.slice(2),
      has_more: false,
    });
    expect((await entries(page, `?ending_before=${ids[2]}`)).data).toEqual(all.slice(0, 2));
  });

  it('of another merchant is not there, cursors included', async () => {
    const mine = await signedInAs(service, 'owner', (await service.createMerchant()).merchantId);
    const theirs = await signedInAs(service, 'owner', (await service.createMerchant()).merchantId);
    await theirs.api('POST', '/payments', { body });
    const { audit_id } = (await entries(theirs)).data[0];
    expect((await entries(mine)).data).toEqual([]);
    for (const cursor of [audit_id, 'aud_x', 'pay_x'])
      expectRefusal(await mine.call('GET', `/audit?starting_after=${cursor}`), 'NOT_FOUND');
    expectRefusal(await mine.call('GET', '/audit?limit=0'), 'INVALID_PARAMETER');
  });
});
