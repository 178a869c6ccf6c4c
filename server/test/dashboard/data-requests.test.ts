import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackgroundWriter } from '../../src/platform/db/background-writer.ts';
import { runDueTasks } from '../../src/platform/jobs/loop.ts';
import { deleteRequestsBeyond, insertRequests } from '../../src/platform/requests/store.ts';
import { requestTasks } from '../../src/platform/requests/tasks.ts';
import { createPayment, expectFailure, minimal, silent, unlimited, until } from '../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { idAt } from './data-support.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, log: silent });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

/** The log once it holds so many. */
async function logged(count: number, query = '') {
  const answer = await until(
    () => owner.call('GET', `/requests?limit=100${query}`),
    ({ json }) => json.data?.length >= count,
    60_000,
  );
  expect(answer.json.data).toHaveLength(count);
  return answer.json.data;
}

describe('the request log', () => {
  it('shows what was asked with keys and how it went, and neither bodies nor queries', async () => {
    const body = { ...minimal, amount: '-1', description: 'sensitive-body' };
    const refused = await service.call('POST', '/payments', { key: shop.testKey, body });
    await createPayment(service, {}, { key: shop.testKey });
    await service.call('GET', '/payments?reference_id=sensitive-query', { key: shop.testKey });
    const rows = await logged(3);
    expect(rows.map((row: { method: string }) => row.method)).toEqual(['GET', 'POST', 'POST']);
    expect(rows[2]).toEqual({
      request_id: refused.headers.get('x-request-id'),
      method: 'POST',
      path: '/api/v1/payments',
      status: 422,
      latency_ms: expect.any(Number),
      key_id: expect.stringMatching(/^key_/),
      error_code: 'INVALID_AMOUNT',
      ip: '127.0.0.1',
      created_at: expect.any(String),
      ignored_fields: null,
    });
    expect(rows[1]).toMatchObject({ status: 201, error_code: null });
    expect(JSON.stringify(rows)).not.toMatch(/sensitive|svc_/);
  });

  it('is searched by path, by the id of a request or of what it was about, and by time', async () => {
    const { payment_id } = await createPayment(service, {}, { key: shop.testKey });
    const read = await service.call('GET', `/payments/${payment_id}`, { key: shop.testKey });
    await service.call('GET', '/invoices', { key: shop.testKey });
    const [invoices, one, made] = await logged(3);
    expect(await logged(1, '&search=/invoices')).toEqual([invoices]);
    expect(await logged(1, `&search=${read.headers.get('x-request-id')}`)).toEqual([one]);
    expect(await logged(2, `&search=${payment_id}`)).toEqual([one, made]);
    expect(await logged(0, '&search=%25')).toEqual([]);
    const minuteBefore = new Date(Date.parse(made.created_at) - 60_000).toISOString();
    expect(await logged(3, `&created_gte=${minuteBefore}`)).toHaveLength(3);
    expect(await logged(0, '&created_lte=2020-01-01T00:00:00Z')).toEqual([]);
    const others = await signedInAs(service, 'owner', (await service.createMerchant()).merchantId);
    expect((await others.call('GET', `/requests?search=${payment_id}`)).json.data).toEqual([]);
  });

  it('is kept for everybody when one merchant sends a field whose name no database can store', async () => {
    const body = { ...minimal, 'a\0b': 1, checkout_options: { 'c\0d': 1 } };
    await service.call('POST', '/payments', { key: shop.testKey, body });
    await service.call('GET', '/payments?e%00f=1', { key: shop.testKey });
    const [read, made] = await logged(2);
    expect(read.ignored_fields).toEqual(['e\ufffdf']);
    expect(made.ignored_fields).toEqual(['a\ufffdb', 'checkout_options.c\ufffdd']);
  });

  it('has the redacted bodies of each request, and what happened to its resource', async () => {
    const body = {
      ...minimal,
      customer_email: 'ada@example.com',
      metadata: { order: 'A-1', api_key: 'hunter2', note: shop.testKey },
    };
    const made = await createPayment(service, body, { key: shop.testKey });
    const { payment_id } = made;
    const simulated = await service.call('POST', `/payments/${payment_id}/simulate`, {
      key: shop.testKey,
      body: { outcome: 'expire' },
    });
    const [, first] = await logged(2);
    const { data } = (await owner.call('GET', `/requests/${first.request_id}`)).json;
    expect(data).toMatchObject({ ...first, resource_id: payment_id });
    expect(JSON.parse(data.request_body)).toEqual({
      ...minimal,
      customer_email: '[redacted]',
      metadata: { order: 'A-1', api_key: '[redacted]', note: '[redacted]' },
    });
    expect(JSON.parse(data.response_body).data).toMatchObject({ payment_id, customer_email: '[redacted]' });
    expect(JSON.stringify(data)).not.toMatch(/ada@|hunter2|svc_/);
    expect(data.events.map(({ type }: { type: string }) => type)).toEqual(['payment.expired']);
    const second = await owner.call('GET', `/requests/${simulated.headers.get('x-request-id')}`);
    expect(second.json.data).toMatchObject({ resource_id: payment_id, request_body: '{"outcome":"expire"}' });
  });

  it('has no signing secret, and keeps neither bodies that are too long nor those of others', async () => {
    const url = 'http://127.0.0.1:1/hook';
    const key = shop.testKey;
    const endpoint = await service.call('POST', '/webhooks/endpoints', { key, body: { url, events: ['*'] } });
    expect(endpoint.json.data.secret).toMatch(/^whsec_/);
    await service.call('POST', '/payments', { key, body: { ...minimal, extra: 'x'.repeat(9000) } });
    const [long, secret] = await logged(2);
    const answer = await owner.call('GET', `/requests/${secret.request_id}`);
    expect(JSON.parse(answer.json.data.response_body).data.secret).toBe('[redacted]');
    expect((await owner.call('GET', `/requests/${long.request_id}`)).json.data.request_body).toMatch(
      /^\[not kept: 9\d+ characters\]$/,
    );
    const stranger = await signedInAs(service, 'owner', (await service.createMerchant()).merchantId);
    for (const id of [long.request_id, 'nope'])
      expectFailure(await stranger.call('GET', `/requests/${id}`), { status: 404, code: 'NOT_FOUND' });
    const headers = { 'x-causeway-environment': 'live' };
    const elsewhere = await owner.call('GET', `/requests/${long.request_id}`, { headers });
    expectFailure(elsewhere, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });

  it('can be filtered and paged', async () => {
    await service.call('POST', '/payments', { key: shop.testKey, body: {} });
    await createPayment(service, {}, { key: shop.testKey });
    await service.call('GET', '/payments/nope', { key: shop.testKey });
    const all = await logged(3);
    expect(await logged(2, '&status_class=4xx')).toEqual([all[0], all[2]]);
    expect(await logged(1, '&status_class=2xx')).toEqual([all[1]]);
    expect(await logged(0, '&status_class=5xx')).toEqual([]);
    expect(await logged(2, '&method=POST')).toEqual([all[1], all[2]]);
    const rest = await owner.call('GET', `/requests?limit=1&starting_after=${all[0].request_id}`);
    expect(rest.json).toMatchObject({ data: [all[1]], has_more: true });
    expectFailure(await owner.call('GET', '/requests?status_class=3xx'), {
      code: 'INVALID_PARAMETER',
      field: 'status_class',
    });
  });

  it('has what members change at the dashboard, without a key, and not what its pages read', async () => {
    await owner.api('GET', '/payments');
    await owner.api('POST', '/payments', { body: minimal });
    expect(await logged(1)).toMatchObject([{ method: 'POST', key_id: null }]);
  });

  it('keeps the environments apart', async () => {
    await service.call('GET', '/payments', { key: shop.liveKey });
    const headers = { 'x-causeway-environment': 'live' };
    await until(
      () => owner.call('GET', '/requests', { headers }),
      ({ json }) => json.data.length === 1,
      60_000,
    );
    expect((await owner.call('GET', '/requests')).json.data).toEqual([]);
  });

  it('fails no request when it cannot be written', async () => {
    await service.ctx.db`alter table request_log rename to request_log_gone`;
    try {
      await createPayment(service, {}, { key: shop.testKey });
      await service.ctx.requestLog.flush();
      await createPayment(service, {}, { key: shop.testKey });
    } finally {
      await service.ctx.db`alter table request_log_gone rename to request_log`;
    }
    await service.ctx.requestLog.flush();
    await createPayment(service, {}, { key: shop.testKey });
    await until(
      () => owner.call('GET', '/requests'),
      ({ json }) => json.data?.length >= 1,
      60_000,
    );
  });

  it('leaves out what comes faster than a hundred a second, and counts it', async () => {
    const leftOut = async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^causeway_request_log_left_out_total (\d+)$/m.exec(metrics)?.[1]);
    };
    const before = await leftOut();
    const list = () => service.call('GET', '/payments', { key: shop.testKey });
    await Promise.all(Array.from({ length: 400 }, list));
    const accounted = async () => {
      await service.ctx.requestLog.flush();
      const [kept] = await service.ctx.db<{ count: number }[]>`
        select count(*)::int as count from request_log where merchant_id = ${shop.merchantId}`;
      return (kept?.count ?? 0) + (await leftOut()) - before;
    };
    await until(accounted, (count) => count === 400, 60_000);
  });
});

describe('old requests', () => {
  const row = (at: string, sequence: number) => ({
    request_id: idAt('req', at, sequence),
    merchant_id: shop.merchantId,
    environment: 'test' as const,
    key_id: null,
    method: 'GET',
    path: '/api/v1/payments',
    status: 200,
    latency_ms: 1,
    error_code: null,
    ip: '127.0.0.1',
    created_at: new Date(at),
    ignored_fields: null,
    resource_id: null,
    request_body: '{}',
    response_body: '{}',
  });
  const own = async (table = 'request_log') =>
    (
      await service.ctx
        .db`select request_id from ${service.ctx.db(table)} where merchant_id = ${shop.merchantId}
      order by request_id`
    ).map((one) => one['request_id']);
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

  it('go after seven days', async () => {
    const kept = row(ago(6.9), 1);
    await insertRequests(service.ctx.db, [row(ago(7.1), 2), row(ago(30), 3), kept]);
    await runDueTasks(service.ctx, requestTasks);
    expect(await own()).toEqual([kept.request_id]);
    expect(await own('request_bodies')).toEqual([kept.request_id]);
  });

  it('go when a merchant has too many in an environment, the oldest first', async () => {
    const rows = [5, 4, 3, 2, 1].map((days) => row(ago(days), days));
    await insertRequests(service.ctx.db, rows);
    let removed = 0;
    for (const table of ['request_log', 'request_bodies'] as const)
      for (let batch = -1; batch !== 0; removed += batch)
        batch = await deleteRequestsBeyond(service.ctx.db, 2, 1, table);
    expect(removed).toBeGreaterThanOrEqual(6);
    for (const table of ['request_log', 'request_bodies'])
      expect(await own(table)).toEqual(rows.slice(-2).map((one) => one.request_id));
  });
});

it('rows that nobody waits for are written together, and those too many are not', async () => {
  const written: number[][] = [];
  let leftOut = 0;
  const writer = createBackgroundWriter<number>({
    write: async (rows) => void written.push(rows),
    maxRows: 2,
    everyMs: 60_000,
    onLeftOut: () => leftOut++,
    onError: () => undefined,
  });
  for (const n of [1, 2, 3]) writer.add(() => n);
  await writer.flush();
  writer.add(() => 4);
  await writer.flush();
  expect(written).toEqual([[1, 2], [4]]);
  expect(leftOut).toBe(1);
});
