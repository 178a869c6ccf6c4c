import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from '../http/refusal.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const minimal = { amount: '10.00', currency: 'USD' };

const post = (idempotencyKey: string, body: unknown, path = '/payments', key = service.testKey) =>
  service.call('POST', path, {
    key,
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
  });

const countPayments = async () => (await service.ctx.db`select 1 from payments`).length;
const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed');

describe('the same key and the same request', () => {
  it('get the first answer again, byte for byte, and make nothing new', async () => {
    const body = {
      ...minimal,
      description: 'é😀 "quoted"\n',
      metadata: { z: 'last', a: 1.5, '10': true, '9': 'x' },
      reference_id: 'replay-1',
    };
    const first = await post('replay', body);
    expect(first.status).toBe(201);
    expect(replayed(first)).toBeNull();
    const before = await countPayments();
    for (let i = 0; i < 3; i++) {
      const again = await post('replay', body);
      expect(again.status).toBe(201);
      expect(again.text).toBe(first.text);
      expect(replayed(again)).toBe('true');
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    expect(await countPayments()).toBe(before);
  });

  it('replay simulate too, with the state as it was then', async () => {
    const { payment_id: id } = (await post('simulate-a', { ...minimal, amount: '4.04' })).json.data;
    const first = await post('simulate-b', { outcome: 'complete' }, `/payments/${id}/simulate`);
    expect(first.json.data.status).toBe('completed');
    await service.ctx.db`update payments set description = 'changed since' where payment_id = ${id}`;
    const again = await post('simulate-b', { outcome: 'complete' }, `/payments/${id}/simulate`);
    expect(again.text).toBe(first.text);
    expect([again.status, replayed(again)]).toEqual([200, 'true']);
    expect(await service.ctx.db`select 1 from events where resource_id = ${id}`).toHaveLength(2);
  });

  it('replay the creation as it was, though the payment has moved on', async () => {
    const first = await post('moved-on', minimal);
    const { payment_id: id } = first.json.data;
    await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
    const again = await post('moved-on', minimal);
    expect(again.text).toBe(first.text);
    expect(again.json.data.status).toBe('pending');
  });

  it('do not care about the order of names or white space in the body', async () => {
    const first = await post('order', '{"amount":"10.00","currency":"USD","metadata":{"a":"1","b":"2"}}');
    const again = await post(
      'order',
      '{ "metadata": {"b":"2","a":"1"}, "currency":"USD",\n"amount":"10.00" }',
    );
    expect(again.text).toBe(first.text);
    expect(replayed(again)).toBe('true');
  });

  it('replay even what would now be refused: the reference is taken, by the payment itself', async () => {
    const body = { ...minimal, reference_id: 'taken-by-itself' };
    const first = await post('taken', body);
    expect(first.status).toBe(201);
    expectRefusal(await post('taken-other-key', body), 'DUPLICATE_REFERENCE');
    expect((await post('taken', body)).text).toBe(first.text);
  });

  it('replay simulate although the payment can no longer be simulated', async () => {
    const { payment_id: id } = (await post('spent-a', minimal)).json.data;
    const path = `/payments/${id}/simulate`;
    const first = await post('spent-b', { outcome: 'fail' }, path);
    expectRefusal(await service.call('POST', path, { body: { outcome: 'fail' } }), 'PAYMENT_EXPIRED');
    expect((await post('spent-b', { outcome: 'fail' }, path)).text).toBe(first.text);
  });
});

describe('what belongs to a key', () => {
  it('another environment and another merchant have keys of their own', async () => {
    const stranger = await service.createMerchant();
    const first = await post('shared-name', minimal);
    const theirs = await post('shared-name', { ...minimal, amount: '11.00' }, '/payments', stranger.testKey);
    expect(theirs.status).toBe(201);
    expect(theirs.json.data.payment_id).not.toBe(first.json.data.payment_id);
    // A live key cannot make a payment yet; what it must not do is see the test answer or conflict with it.
    expectRefusal(await post('shared-name', minimal, '/payments', service.liveKey), 'SERVICE_UNAVAILABLE');
    expectRefusal(
      await post('shared-name', { ...minimal, amount: '12.00' }, '/payments', service.liveKey),
      'SERVICE_UNAVAILABLE',
    );
  });

  it('two keys of one merchant and environment share it: the merchant is the same', async () => {
    const { key } = await service.createKey(service.merchantId, 'test');
    const first = await post('rotated', minimal);
    expect((await post('rotated', minimal, '/payments', key)).text).toBe(first.text);
  });

  it('its letters count as they are: upper case is another key', async () => {
    const first = await post('Case', minimal);
    const other = await post('case', minimal);
    expect(other.json.data.payment_id).not.toBe(first.json.data.payment_id);
  });

  it.each([
    ['one character', 'x'],
    ['255 characters', 'k'.repeat(255)],
    ['punctuation', `"'\\;--%00 {}`],
    ['letters beyond ASCII', 'clé-ÿ'],
  ])('%s are a key', async (_what, name) => {
    const first = await post(name, minimal);
    expect(first.status).toBe(201);
    expect((await post(name, minimal)).text).toBe(first.text);
  });

  it.each([
    ['256 characters', 'k'.repeat(256)],
    ['nothing', ''],
  ])('%s are not: INVALID_PARAMETER, and nothing is made', async (_what, name) => {
    const before = await countPayments();
    const answer = await post(name, minimal);
    expectRefusal(answer, 'INVALID_PARAMETER');
    expect(answer.json.error.details.field).toBe('Idempotency-Key');
    expect(await countPayments()).toBe(before);
  });

  it('GET does not look at it', async () => {
    await post('used-on-get', minimal);
    for (const name of ['used-on-get', '', 'k'.repeat(300)]) {
      const answer = await service.call('GET', '/payments?limit=1', { headers: { 'idempotency-key': name } });
      expect(answer.status).toBe(200);
      expect(replayed(answer)).toBeNull();
    }
  });
});
