import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { type Browser, password, signedInAs } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

async function sendInvoice(to: string): Promise<string> {
  const answer = await service.call('POST', '/invoices', {
    key: shop.testKey,
    body: {
      currency: 'EUR',
      line_items: [{ description: 'Tea <b>', quantity: 2, unit_price: '5.00' }],
      customer_email: to,
      send_email: true,
    },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.invoice_id;
}

describe('the outbox', () => {
  it('lists mail to customers, newest first, and shows it as they read it', async () => {
    const first = await sendInvoice('anna@example.com');
    const second = await sendInvoice('bob@example.com');
    const { data } = (await owner.call('GET', '/emails')).json;
    expect(data).toMatchObject([
      { to: 'bob@example.com', resource_id: second },
      { to: 'anna@example.com', resource_id: first },
    ]);
    const { data: email } = (await owner.call('GET', `/emails/${data[1].email_id}`)).json;
    expect(email).toEqual({
      email_id: data[1].email_id,
      kind: 'invoice',
      to: 'anna@example.com',
      status: 'queued',
      attempts: 0,
      last_error: null,
      resource_id: first,
      created_at: expect.any(String),
      sent_at: null,
      subject: expect.stringContaining('Shop'),
      html: expect.stringContaining('Tea &lt;b&gt;'),
      text: expect.stringContaining('Tea <b>'),
    });
  });

  it('can be filtered by status and paged', async () => {
    await sendInvoice('anna@example.com');
    await sendInvoice('bob@example.com');
    await service.ctx.db`
      update emails set status = 'failed', last_error = 'refused' where to_address = 'bob@example.com'
        and merchant_id = ${shop.merchantId}`;
    const failed = (await owner.call('GET', '/emails?status=failed')).json.data;
    expect(failed).toMatchObject([{ to: 'bob@example.com', last_error: 'refused' }]);
    const rest = await owner.call('GET', `/emails?starting_after=${failed[0].email_id}`);
    expect(rest.json.data).toMatchObject([{ to: 'anna@example.com' }]);
    expectFailure(await owner.call('GET', '/emails?status=lost'), {
      code: 'INVALID_PARAMETER',
      field: 'status',
    });
  });

  it('never shows mail to members, which holds links into their accounts', async () => {
    await owner.call('POST', '/members', { body: { email: 'new@example.com', role: 'viewer', password } });
    const [mail] = await service.ctx.db`
      select email_id from emails where merchant_id = ${shop.merchantId} and kind = 'invitation'`;
    expect(mail).toBeDefined();
    expect((await owner.call('GET', '/emails')).json.data).toEqual([]);
    const live = { headers: { 'x-causeway-environment': 'live' } };
    expect((await owner.call('GET', '/emails', live)).json.data).toEqual([]);
    const shown = await owner.call('GET', `/emails/${mail?.['email_id']}`);
    expectFailure(shown, { status: 404, code: 'NOT_FOUND' });
  });
});

describe('retrying all that failed for an endpoint', () => {
  it('makes every failed delivery due once more, in batches, and no other', async () => {
    const endpoint = async () =>
      (
        await owner.api('POST', '/webhooks/endpoints', {
          body: { url: 'http://127.0.0.1:9/', events: ['*'] },
        })
      ).json.data.endpoint_id;
    const [id, otherId] = [await endpoint(), await endpoint()];
    await service.ctx.db`
      insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, is_test, created_at)
      select 'del_' || lpad(n::text, 26, '0'), 'evt_' || n, case when n = 2501 then ${otherId} else ${id} end,
        ${shop.merchantId}, 'test', 'payment.completed', n = 2503, now()
      from generate_series(1, 2503) n`;
    await service.ctx.db`
      insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts)
      select endpoint_id, delivery_id, merchant_id, event_id, is_test, 7 from deliveries
      where merchant_id = ${shop.merchantId} and event_id <> 'evt_2502'`;
    const answer = await owner.call('POST', `/webhooks/endpoints/${id}/retry_failed`);
    expect(answer.json).toEqual({ success: true, data: { retried: 2500 } });
    const counts = await service.ctx.db`
      select count(*)::int as undelivered, count(next_attempt_at)::int as due from undelivered
      where merchant_id = ${shop.merchantId}`;
    expect(counts).toEqual([{ undelivered: 2502, due: 2500 }]);
    expect((await owner.call('POST', `/webhooks/endpoints/${id}/retry_failed`)).json.data).toEqual({
      retried: 0,
    });
    const lines = await service.ctx.db<{ details: { retried: number } }[]>`
      select details from audit_log
      where resource_id = ${id} and action = 'retryFailedDeliveries' order by audit_id`;
    expect(lines.map((line) => line.details.retried)).toEqual([1000, 1000, 500]);
  });
});
