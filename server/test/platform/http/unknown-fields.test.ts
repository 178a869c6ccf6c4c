import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, signedInAs } from '../../dashboard/support.ts';
import { minimal, until } from '../../payments/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService();
  owner = await signedInAs(service, 'owner');
});
afterAll(() => service.stop());

async function makeKey(body: object, headers: Record<string, string> = {}) {
  const given = { name: 'Shop', kind: 'secret', password: 'correct horse battery', ...body };
  return (await owner.call('POST', '/keys', { headers, body: given })).json.data;
}

describe('a key in strict mode', () => {
  let key: string;
  beforeAll(async () => {
    const made = await makeKey({ strict: true });
    expect(made.strict).toBe(true);
    key = made.key;
  });

  const refusedFields = async (path: string, body: unknown) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    expectRefusal(answer, 'UNKNOWN_FIELD');
    expect(answer.status).toBe(400);
    return answer.json.error.details.fields;
  };

  it('refuses a misspelt field, names it, and creates nothing', async () => {
    const [before] = await service.ctx.db`select count(*) from payments`;
    const body = { ...minimal, refrence_id: 'order-7', 'a b': 1 };
    expect(await refusedFields('/payments', body)).toEqual(['refrence_id', 'a b']);
    expect((await service.ctx.db`select count(*) from payments`)[0]).toEqual(before);
  });

  it('refuses one inside an object or a list, in the query, and of a route that takes no body', async () => {
    expect(await refusedFields('/payments', { ...minimal, checkout_options: { locle: 'de' } })).toEqual([
      'checkout_options.locle',
    ]);
    const line_items = [{ description: 'Tea', quantity: 1, unit_price: '5.00', tax: '1' }];
    expect(await refusedFields('/invoices', { currency: 'USD', line_items })).toEqual(['line_items[0].tax']);
    expect(await refusedFields('/payments?statsu=pending', undefined)).toEqual(['statsu']);
    expect(await refusedFields('/payments/pay_x/cancel', { reason: 'x' })).toEqual(['reason']);
  });

  it('takes everything that the API knows, and any metadata', async () => {
    const body = { ...minimal, metadata: { any: 'thing' }, checkout_options: { locale: 'de' } };
    expect((await service.call('POST', '/payments', { key, body })).status).toBe(201);
    expect((await service.call('GET', '/payments?status=pending&limit=1', { key })).status).toBe(200);
  });

  it('is strict from within a second of the switch, and no longer after the next', async () => {
    const { key_id, key: other } = await makeKey({});
    const ask = () =>
      service.call('POST', '/payments', { key: other, body: { ...minimal, refrence_id: 'order-7' } });
    expect((await ask()).status).toBe(201);
    const turned = await owner.call('PATCH', `/keys/${key_id}`, { body: { strict: true } });
    expect(turned.json.data).toMatchObject({ key_id, name: 'Shop', strict: true });
    await until(ask, ({ status }) => status === 400, 30_000);
    await owner.call('PATCH', `/keys/${key_id}`, { body: { strict: false } });
    await until(ask, ({ status }) => status === 201, 30_000);
  });
});

describe('ignored fields of a test request', () => {
  it('are in the request log, also of a request that was refused', async () => {
    const body = { ...minimal, amount: 'ten', refrence_id: 'order-7', checkout_options: { locle: 'de' } };
    const answer = await service.call('POST', '/payments', { body });
    expect(answer.headers.get('x-ignored-fields')).toBe('refrence_id, checkout_options.locle');
    const path = `/requests/${answer.headers.get('x-request-id')}`;
    const entry = await until(
      () => owner.call('GET', path),
      ({ status }) => status === 200,
      30_000,
    );
    const names = ['refrence_id', 'checkout_options.locle'];
    expect(entry.json.data).toMatchObject({ status: 422, ignored_fields: names });
    const listed = (await owner.call('GET', '/requests')).json.data;
    expect(listed.find((row: { status: number }) => row.status === 422)?.ignored_fields).toEqual(names);
  });
});
