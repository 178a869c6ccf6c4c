import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { createButton, createPayment, full, livePublishableKey, patch, withoutLimits } from './support.ts';

let service: TestService;
let stranger: TestMerchant;
beforeAll(async () => {
  service = await startTestService(withoutLimits);
  stranger = await service.createMerchant();
});
afterAll(() => service.stop());

describe('GET /buttons/:button_id', () => {
  it('shows a page what its visitors may read, and the merchant everything', async () => {
    const made = await createButton(service, full);
    const asked = await service.call('GET', `/buttons/${made.button_id}`, { key: service.publishableKey });
    expect(asked.status).toBe(200);
    expect(asked.json.data).toEqual({
      button_id: made.button_id,
      status: 'active',
      name: full.name,
      amount: full.amount,
      currency: full.currency,
      description: full.description,
    });
    expect((await service.call('GET', `/buttons/${made.button_id}`)).json.data).toEqual(made);
  });

  it('shows a page that a button is inactive', async () => {
    const { button_id } = await createButton(service);
    await patch(service, button_id, { status: 'inactive' });
    const asked = await service.call('GET', `/buttons/${button_id}`, { key: service.publishableKey });
    expect(asked.json.data.status).toBe('inactive');
  });

  it.each([
    'btn_x',
    'btn_00000000000000000000000000',
    'pay_00000000000000000000000000',
    '%00',
    'x'.repeat(400),
  ])('%s is BUTTON_NOT_FOUND', async (id) => {
    for (const key of [service.testKey, service.publishableKey])
      expectRefusal(await service.call('GET', `/buttons/${id}`, { key }), 'BUTTON_NOT_FOUND');
  });
});

describe('whose button it is', () => {
  it('one of another merchant does not exist, for any route and any key', async () => {
    const { button_id } = await createButton(service);
    const { payment_id } = await createPayment(service, button_id);
    for (const key of [stranger.testKey, stranger.liveKey, stranger.publishableKey]) {
      const ask = (method: string, path: string, body = {}) => service.call(method, path, { key, ...body });
      expectRefusal(await ask('GET', `/buttons/${button_id}`), 'BUTTON_NOT_FOUND');
      expectRefusal(await ask('POST', `/buttons/${button_id}/payments`), 'BUTTON_NOT_FOUND');
      expectRefusal(await ask('GET', `/buttons/${button_id}/payments/${payment_id}`), 'BUTTON_NOT_FOUND');
      if (key === stranger.publishableKey) continue;
      expectRefusal(await ask('PATCH', `/buttons/${button_id}`, { body: { name: 'x' } }), 'BUTTON_NOT_FOUND');
      expectRefusal(await ask('GET', `/buttons?starting_after=${button_id}`), 'BUTTON_NOT_FOUND');
      expect((await ask('GET', '/buttons')).json.data).toEqual([]);
    }
  });

  it('one of the other environment is KEY_ENVIRONMENT_MISMATCH', async () => {
    const { button_id } = await createButton(service);
    const { payment_id } = await createPayment(service, button_id);
    const publishable = await livePublishableKey(service, service);
    for (const key of [service.liveKey, publishable]) {
      const ask = (method: string, path: string, body = {}) => service.call(method, path, { key, ...body });
      const mismatch = 'KEY_ENVIRONMENT_MISMATCH';
      expectRefusal(await ask('GET', `/buttons/${button_id}`), mismatch);
      expectRefusal(await ask('POST', `/buttons/${button_id}/payments`), mismatch);
      expectRefusal(await ask('GET', `/buttons/${button_id}/payments/${payment_id}`), mismatch);
      if (key === publishable) continue;
      expectRefusal(await ask('PATCH', `/buttons/${button_id}`, { body: { name: 'x' } }), mismatch);
      expectRefusal(await ask('GET', `/buttons?ending_before=${button_id}`), mismatch);
    }
    const live = await createButton(service, {}, { key: service.liveKey });
    for (const key of [service.testKey, service.publishableKey])
      expectRefusal(
        await service.call('GET', `/buttons/${live.button_id}`, { key }),
        'KEY_ENVIRONMENT_MISMATCH',
      );
    const shown = await service.call('GET', `/buttons/${live.button_id}`, { key: publishable });
    expect(shown.json.data.button_id).toBe(live.button_id);
  });
});

describe('GET /buttons', () => {
  it('lists the buttons of the environment newest first, whole, in pages both ways', async () => {
    const shop = await service.createMerchant();
    const key = shop.testKey;
    const made = [];
    for (let count = 0; count < 5; count++) made.unshift(await createButton(service, full, { key }));
    await createButton(service, {}, { key: shop.liveKey });
    const list = async (query: string) => (await service.call('GET', `/buttons?${query}`, { key })).json;
    expect(await list('')).toEqual({ success: true, data: made, has_more: false });
    const first = await list('limit=2');
    expect(first).toEqual({ success: true, data: made.slice(0, 2), has_more: true });
    const second = await list(`limit=2&starting_after=${made[1].button_id}`);
    expect(second).toEqual({ success: true, data: made.slice(2, 4), has_more: true });
    expect(await list(`starting_after=${made[3].button_id}`)).toMatchObject({
      data: [made[4]],
      has_more: false,
    });
    expect(await list(`limit=2&ending_before=${made[3].button_id}`)).toMatchObject({
      data: made.slice(1, 3),
      has_more: true,
    });
  });

  it('filters by status', async () => {
    const { testKey: key } = await service.createMerchant();
    const on = await createButton(service, {}, { key });
    const off = await createButton(service, {}, { key });
    await service.call('PATCH', `/buttons/${off.button_id}`, { key, body: { status: 'inactive' } });
    const ids = async (status: string) =>
      (await service.call('GET', `/buttons?status=${status}`, { key })).json.data.map(
        (button: { button_id: string }) => button.button_id,
      );
    expect(await ids('active')).toEqual([on.button_id]);
    expect(await ids('inactive')).toEqual([off.button_id]);
  });

  it.each(['status=deleted', 'limit=0', 'limit=101', 'limit=x'])('%s is INVALID_PARAMETER', async (query) => {
    expectRefusal(await service.call('GET', `/buttons?${query}`), 'INVALID_PARAMETER');
  });

  it('an unknown cursor is BUTTON_NOT_FOUND', async () => {
    for (const id of ['btn_00000000000000000000000000', 'pay_00000000000000000000000000', 'x'])
      expectRefusal(await service.call('GET', `/buttons?starting_after=${id}`), 'BUTTON_NOT_FOUND');
  });
});

describe('a publishable key', () => {
  it('neither makes, changes nor lists buttons', async () => {
    const { button_id } = await createButton(service);
    const key = service.publishableKey;
    const body = { name: 'Cheap', amount: '0.50', currency: 'USD' };
    expectRefusal(await service.call('POST', '/buttons', { key, body }), 'FORBIDDEN');
    expectRefusal(await service.call('PATCH', `/buttons/${button_id}`, { key, body }), 'FORBIDDEN');
    expectRefusal(await service.call('GET', '/buttons', { key }), 'FORBIDDEN');
    expect((await service.call('GET', `/buttons/${button_id}`)).json.data.amount).toBe('49.99');
  });

  it('reads no payment by its own route, not even one made with it', async () => {
    const { button_id } = await createButton(service);
    const { payment_id } = await createPayment(service, button_id);
    const key = service.publishableKey;
    expectRefusal(await service.call('GET', `/payments/${payment_id}`, { key }), 'FORBIDDEN');
    expectRefusal(await service.call('GET', '/payments', { key }), 'FORBIDDEN');
  });
});
