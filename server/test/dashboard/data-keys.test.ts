import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, until } from '../payments/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, password, signedInAs } from './support.ts';

let service: TestService;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService();
  owner = await signedInAs(service);
});
afterAll(() => service.stop());

const live = { 'x-causeway-environment': 'live' };

async function make(body: object = {}, headers = {}) {
  const answer = await owner.call('POST', '/keys', {
    body: { name: 'Shop', kind: 'secret', ...body },
    headers,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

const pay = (key: string) =>
  service.call('POST', '/payments', { key, body: { amount: '10.00', currency: 'USD' } });

describe('a key made at the dashboard', () => {
  it('works at once, and is shown in its first answer and never again', async () => {
    const made = await make({ name: ' Web shop ' });
    expect(made).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'Web shop',
      kind: 'secret',
      environment: 'test',
      hint: made.key.slice(-4),
      allowed_ips: null,
      permissions: null,
      any_address: false,
      strict: false,
      expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
      revoked_at: null,
      key: expect.stringMatching(/^svc_test_/),
    });
    expect((await pay(made.key)).status).toBe(201);
    const listed = await owner.call('GET', '/keys');
    expect(listed.text).not.toContain(made.key);
    expect(listed.json.data[0]).toMatchObject({ key_id: made.key_id, name: 'Web shop' });
  });

  it('belongs to the environment it was made in', async () => {
    const made = await make({ kind: 'publishable', password }, live);
    expect(made).toMatchObject({ environment: 'live', key: expect.stringMatching(/^svc_pub_live_/) });
    const ids = async (headers: Record<string, string>) =>
      (await owner.call('GET', '/keys', { headers })).json.data.map((key: { key_id: string }) => key.key_id);
    expect(await ids(live)).toContain(made.key_id);
    expect(await ids({})).not.toContain(made.key_id);
    const elsewhere = await owner.call('PATCH', `/keys/${made.key_id}`, { body: { name: 'x' } });
    expectFailure(elsewhere, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });

  it('tells when it was last used', async () => {
    const { key, key_id } = await make();
    await pay(key);
    const listed = await until(
      async () =>
        (await owner.call('GET', '/keys')).json.data.find((one: { key_id: string }) => one.key_id === key_id),
      (one) => one.last_used_at !== null,
      60_000,
    );
    expect(Math.abs(Date.now() - Date.parse(listed.last_used_at))).toBeLessThan(120_000);
  });

  it('lets in only the addresses it was given, until the list is cleared', async () => {
    const { key, key_id } = await make({ allowed_ips: ['203.0.113.0/24', '2001:db8::1'] });
    expect((await pay(key)).json.error).toMatchObject({ code: 'IP_NOT_ALLOWED', status: 403 });
    const changed = await owner.call('PATCH', `/keys/${key_id}`, { body: { allowed_ips: null } });
    expect(changed.json.data).toMatchObject({ allowed_ips: null, name: 'Shop' });
    await until(
      () => pay(key),
      (answer) => answer.status === 201,
      60_000,
    );
  });

  it('is refused within a second once it is revoked, for good', async () => {
    const { key, key_id } = await make();
    expect((await pay(key)).status).toBe(201);
    const revoked = await owner.call('POST', `/keys/${key_id}/revoke`);
    expect(revoked.json.data.revoked_at).toEqual(expect.any(String));
    await until(
      () => pay(key),
      (answer) => answer.json.error?.code === 'KEY_REVOKED',
      60_000,
    );
    const again = await owner.call('POST', `/keys/${key_id}/revoke`);
    expect(again.json.data.revoked_at).toBe(revoked.json.data.revoked_at);
  });

  it.each([
    [{ kind: 'secret' }, 'MISSING_REQUIRED_FIELD', 'name'],
    [{ name: 'x' }, 'MISSING_REQUIRED_FIELD', 'kind'],
    [{ name: '   ', kind: 'secret' }, 'INVALID_PARAMETER', 'name'],
    [{ name: 'x'.repeat(101), kind: 'secret' }, 'INVALID_PARAMETER', 'name'],
    [{ name: 'x', kind: 'root' }, 'INVALID_PARAMETER', 'kind'],
    [{ name: 'x', kind: 'secret', allowed_ips: ['10.0.0.0/33'] }, 'INVALID_PARAMETER', 'allowed_ips'],
    [{ name: 'x', kind: 'secret', allowed_ips: ['example.com'] }, 'INVALID_PARAMETER', 'allowed_ips'],
    [
      { name: 'x', kind: 'secret', allowed_ips: Array(101).fill('10.0.0.1') },
      'INVALID_PARAMETER',
      'allowed_ips',
    ],
  ])('is not made from %j', async (body, code, field) => {
    expectFailure(await owner.call('POST', '/keys', { body }), { code, field });
  });

  it('is one of at most a hundred that work', async () => {
    const other = await service.createMerchant();
    const page = await signedInAs(service, 'owner', other.merchantId);
    const send = () => page.call('POST', '/keys', { body: { name: 'one more', kind: 'secret' } });
    const before = (await page.call('GET', '/keys')).json.data.length;
    const answers = await Promise.all(Array.from({ length: 102 - before }, send));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(100 - before);
    const refused = answers.find((answer) => answer.status !== 201);
    expect(refused?.json.error).toMatchObject({ code: 'INVALID_PARAMETER', details: { max_keys: 100 } });
  });

  it('leaves a line in the audit log for everything done to it, without the secret', async () => {
    const { key, key_id } = await make({ name: 'Audited' });
    await owner.call('PATCH', `/keys/${key_id}`, { body: { name: 'Renamed' } });
    await owner.call('POST', `/keys/${key_id}/revoke`);
    const lines = await service.ctx.db`
      select action, environment, outcome, details from audit_log where resource_id = ${key_id} order by audit_id`;
    expect(lines).toMatchObject([
      { action: 'createKey', environment: 'test', outcome: 'done', details: { name: 'Audited' } },
      { action: 'updateKey', outcome: 'done', details: { name: 'Renamed' } },
      { action: 'revokeKey', outcome: 'done' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });
});

describe('a key made by a member who is not an owner', () => {
  it('can do what the role allows and nothing else, in both environments, and the list says so', async () => {
    const developer = await signedInAs(service, 'developer');
    for (const headers of [{}, live]) {
      const body = { name: 'Mine', kind: 'secret', password };
      const { key, permissions } = (await developer.call('POST', '/keys', { body, headers })).json.data;
      expect(permissions).toEqual(expect.arrayContaining(['read', 'payments.write', 'webhooks.write']));
      expect(permissions).not.toContain('refunds.write');
      const listed = (await owner.call('GET', '/keys', { headers })).json.data;
      expect(listed.find((one: { name: string }) => one.name === 'Mine').permissions).toEqual(permissions);
      for (const path of ['/refunds', '/invoices', '/invoices/inv_1/void'])
        expectRefusal(await service.call('POST', path, { key, body: {} }), 'FORBIDDEN');
      const refused = await service.call('POST', '/refunds', { key, body: {} });
      expect(refused.json.error.details).toEqual({ permission: 'refunds.write' });
      expect((await service.call('GET', '/refunds', { key })).status).toBe(200);
      expect((await service.call('POST', '/payments', { key, body: {} })).status).toBe(422);
    }
    const made = (await developer.call('POST', '/keys', { body: { name: 'Mine', kind: 'secret' } })).json
      .data;
    expect((await pay(made.key)).status).toBe(201);
  });

  it('stays full when it was made by an owner, by a command, or before there were permissions', async () => {
    const { key } = await make();
    for (const one of [key, service.testKey])
      expectRefusal(await service.call('POST', '/refunds', { key: one, body: {} }), 'MISSING_REQUIRED_FIELD');
  });
});

describe('a restricted key', () => {
  const create = (body: object, browser = owner) =>
    browser.call('POST', '/keys', { body: { name: 'Report', kind: 'secret', ...body } });
  const statusOf = async (key: string, method: string, path: string) =>
    (await service.call(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })).status;

  it('that only reads can read everything and change nothing, and is told what is missing', async () => {
    const { key } = await make({ permissions: ['read'] });
    const reads = ['/payments', '/refunds', '/invoices', '/buttons', '/webhooks/endpoints', '/events'];
    for (const path of [...reads, '/balances', '/payouts', '/unapplied_funds', '/settlement'])
      expect(await statusOf(key, 'GET', path), path).toBe(200);
    const refused = await pay(key);
    expectRefusal(refused, 'FORBIDDEN');
    expect(refused.json.error.message).toContain('payments.write');
    expect(refused.json.error.details).toEqual({ permission: 'payments.write' });
    for (const path of ['/refunds', '/invoices', '/webhooks/endpoints', '/payouts'])
      expect(await statusOf(key, 'POST', path), path).toBe(403);
  });

  it('for some resources can do nothing with the others', async () => {
    const { key, permissions } = await make({
      permissions: ['payments.write', 'refunds.read', 'refunds.read'],
    });
    expect(permissions).toEqual(['payments.write', 'refunds.read']);
    const paid = await pay(key);
    expect(paid.status).toBe(201);
    const { payment_id } = paid.json.data;
    expect(await statusOf(key, 'GET', `/payments/${payment_id}`)).toBe(200);
    expect(await statusOf(key, 'POST', `/payments/${payment_id}/simulate`)).toBe(422);
    expect(await statusOf(key, 'GET', '/refunds')).toBe(200);
    expect(await statusOf(key, 'POST', '/refunds')).toBe(403);
    for (const path of ['/invoices', '/events', '/webhooks/endpoints', '/balances', '/buttons'])
      expect(await statusOf(key, 'GET', path), path).toBe(403);
  });

  it('cannot be given more than the role of its maker, also not by asking for it', async () => {
    const developer = await signedInAs(service, 'developer');
    const refused = await create({ permissions: ['payments.write', 'refunds.write'] }, developer);
    expectFailure(refused, { status: 403, code: 'FORBIDDEN', field: 'permissions' });
    expect(refused.json.error.details.permission).toBe('refunds.write');
    const allowed = await create({ permissions: ['payments.write', 'refunds.read'] }, developer);
    expect(allowed.json.data.permissions).toEqual(['payments.write', 'refunds.read']);
  });

  it('stops working when it expires', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { key, key_id, ...made } = await make({ expires_at });
    expect(made).toMatchObject({ expires_at });
    expect((await pay(key)).status).toBe(201);
    await service.ctx.db`update api_keys set expires_at = now() where key_id = ${key_id}`;
    const refused = await until(
      () => pay(key),
      ({ status }) => status !== 201,
      60_000,
    );
    expectFailure(refused, { status: 401, code: 'KEY_REVOKED' });
    expect(refused.json.error.message).toContain('expired');
  });

  it('leaves what it may do in the audit log', async () => {
    const { key_id } = await make({ permissions: ['read'] });
    const lines = await service.ctx.db`select details from audit_log where resource_id = ${key_id}`;
    expect(lines).toMatchObject([{ details: { permissions: ['read'], expires_at: null } }]);
  });

  it.each([
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['everything'] }, 'permissions'],
    [{ permissions: ['members.write'] }, 'permissions'],
    [{ kind: 'publishable', permissions: ['read'] }, 'permissions'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ])('is not made from %j', async (body, field) => {
    expectFailure(await create(body), { code: 'INVALID_PARAMETER', field });
  });
});
