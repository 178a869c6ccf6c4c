import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from '../http/refusal.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const minimal = { amount: '10.00', currency: 'USD' };

const post = (idempotencyKey: string, body: unknown, path = '/payments') =>
  service.call('POST', path, { body, headers: { 'idempotency-key': idempotencyKey } });

const rows = async () =>
  (
    await service.ctx
      .db`select (select count(*) from payments) + (select count(*) from idempotency_keys) as n`
  )[0]?.['n'];

describe('the same key and another request', () => {
  it.each<[string, unknown, unknown]>([
    ['another amount', minimal, { ...minimal, amount: '10.01' }],
    ['the same amount written otherwise', minimal, { ...minimal, amount: '10' }],
    ['one field more', minimal, { ...minimal, description: 'x' }],
    ['one field less', { ...minimal, description: 'x' }, minimal],
    ['an unknown field', minimal, { ...minimal, unknown: 1 }],
    ['null instead of nothing', minimal, { ...minimal, description: null }],
    [
      'a list in another order',
      { ...minimal, accepted_chains: ['base', 'bsc'] },
      { ...minimal, accepted_chains: ['bsc', 'base'] },
    ],
    ['text instead of a number', { ...minimal, metadata: { a: 1 } }, { ...minimal, metadata: { a: '1' } }],
    ['entries instead of an object', { ...minimal, x: { a: 1 } }, { ...minimal, x: [['a', 1]] }],
    ['an empty list instead of an empty object', { ...minimal, x: {} }, { ...minimal, x: [] }],
    ['a value that is not allowed', minimal, { ...minimal, amount: 'x' }],
    ['a required field missing', minimal, { amount: '10.00' }],
    ['an empty body', minimal, {}],
  ])(
    '%s: IDEMPOTENCY_CONFLICT, before any field is looked at, and nothing is stored',
    async (what, first, second) => {
      expect((await post(what, first)).status).toBe(201);
      const before = await rows();
      const answer = await post(what, second);
      expectRefusal(answer, 'IDEMPOTENCY_CONFLICT');
      expect(answer.json.error.details).toEqual({ field: 'Idempotency-Key', provided: what });
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(await rows()).toBe(before);
    },
  );

  it('another path is another request: simulate after create, create after simulate, another payment', async () => {
    const [one, two] = [(await post('path-1', minimal)).json.data, (await post('path-2', minimal)).json.data];
    const simulate = (id: string) => `/payments/${id}/simulate`;
    const outcome = { outcome: 'complete' };
    expectRefusal(await post('path-1', outcome, simulate(one.payment_id)), 'IDEMPOTENCY_CONFLICT');
    expect((await service.call('GET', `/payments/${one.payment_id}`)).json.data.status).toBe('pending');
    expect((await post('path-3', outcome, simulate(one.payment_id))).status).toBe(200);
    expectRefusal(await post('path-3', minimal), 'IDEMPOTENCY_CONFLICT');
    expectRefusal(await post('path-3', outcome, simulate(two.payment_id)), 'IDEMPOTENCY_CONFLICT');
    expectRefusal(await post('path-3', outcome, simulate('pay_unknown')), 'IDEMPOTENCY_CONFLICT');
  });

  it('a conflict leaves the first answer in place', async () => {
    const first = await post('kept', minimal);
    expectRefusal(await post('kept', { ...minimal, amount: '1.00' }), 'IDEMPOTENCY_CONFLICT');
    expect((await post('kept', minimal)).text).toBe(first.text);
  });
});

describe('errors are not kept', () => {
  it.each<[string, unknown, string]>([
    ['a wrong value', { ...minimal, amount: 'x' }, 'INVALID_AMOUNT'],
    ['a missing field', { amount: '10.00' }, 'MISSING_REQUIRED_FIELD'],
    ['the amount that plays a conflict', { ...minimal, amount: '4.09' }, 'DUPLICATE_REFERENCE'],
  ])('%s: a corrected retry with the same key works', async (what, wrong, code) => {
    const before = await rows();
    const refused = await post(what, wrong);
    expect(refused.json.error.code).toBe(code);
    expect((await post(what, wrong)).json.error.code).toBe(code);
    expect(await rows()).toBe(before);
    const retried = await post(what, minimal);
    expect(retried.status).toBe(201);
    expect(retried.headers.get('idempotent-replayed')).toBeNull();
  });

  it('a reference that is taken: the retry with another reference works', async () => {
    await post('reference-a', { ...minimal, reference_id: 'r-1' });
    expectRefusal(await post('reference-b', { ...minimal, reference_id: 'r-1' }), 'DUPLICATE_REFERENCE');
    expect((await post('reference-b', { ...minimal, reference_id: 'r-2' })).status).toBe(201);
  });

  it('a payment in the wrong state: simulating another one with the same key works', async () => {
    const [done, open] = [
      (await post('state-1', minimal)).json.data,
      (await post('state-2', minimal)).json.data,
    ];
    const path = (id: string) => `/payments/${id}/simulate`;
    await service.call('POST', path(done.payment_id), { body: { outcome: 'complete' } });
    const refused = await post('state-3', { outcome: 'fail' }, path(done.payment_id));
    expectRefusal(refused, 'PAYMENT_ALREADY_COMPLETED');
    expect((await post('state-3', { outcome: 'fail' }, path(open.payment_id))).json.data.status).toBe(
      'failed',
    );
  });
});
