import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from '../http/refusal.ts';

const dayMs = 24 * 60 * 60 * 1000;
let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startTestService({ clock });
});
beforeEach(async () => {
  await service.ctx.db`truncate payments, idempotency_keys cascade`;
});
afterAll(() => service.stop());

const minimal = { amount: '10.00', currency: 'USD' };
const post = (idempotencyKey: string, body: unknown = minimal, path = '/payments') =>
  service.call('POST', path, { body, headers: { 'idempotency-key': idempotencyKey } });
const storedKeys = async () =>
  (await service.ctx.db`select idempotency_key from idempotency_keys order by 1`).map(
    (row) => row['idempotency_key'],
  );

describe('24 hours', () => {
  it('a millisecond less, and the key is still the first request', async () => {
    const first = await post('day');
    clock.advance(dayMs - 1);
    expect((await post('day')).text).toBe(first.text);
    expectRefusal(await post('day', { ...minimal, amount: '11.00' }), 'IDEMPOTENCY_CONFLICT');
  });

  it('exactly, and the key is free: the same request makes a new payment', async () => {
    const first = await post('day');
    clock.advance(dayMs);
    const second = await post('day');
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(second.json.data.payment_id).not.toBe(first.json.data.payment_id);
    expect((await post('day')).text, 'and is kept for 24 hours of its own').toBe(second.text);
    clock.advance(dayMs - 1);
    expect((await post('day')).text).toBe(second.text);
  });

  it('exactly, and another request may use the key', async () => {
    await post('day');
    clock.advance(dayMs);
    expect((await post('day', { ...minimal, amount: '11.00' })).json.data.amount).toBe('11.00');
  });

  it('hold for simulate as well', async () => {
    const { payment_id: id } = (await post('a', { ...minimal, expiration_minutes: 1440 })).json.data;
    const path = `/payments/${id}/simulate`;
    const first = await post('b', { outcome: 'complete' }, path);
    clock.advance(dayMs - 1);
    expect((await post('b', { outcome: 'complete' }, path)).text).toBe(first.text);
    clock.advance(1);
    expectRefusal(await post('b', { outcome: 'complete' }, path), 'PAYMENT_ALREADY_COMPLETED');
  });

  it('a replay does not make them longer', async () => {
    await post('day');
    clock.advance(dayMs - 1);
    await post('day');
    clock.advance(1);
    expect((await post('day')).headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('forgetting', () => {
  it('removes expired keys and no other', async () => {
    await post('old');
    clock.advance(1);
    await post('younger by a millisecond');
    clock.advance(dayMs - 2);
    await service.runDue();
    expect(await storedKeys()).toEqual(['old', 'younger by a millisecond']);
    clock.advance(1);
    await service.runDue();
    expect(await storedKeys()).toEqual(['younger by a millisecond']);
    clock.advance(1);
    await service.runDue();
    expect(await storedKeys()).toEqual([]);
    expect(await service.ctx.db`select 1 from payments`, 'the payments stay').toHaveLength(2);
  });

  it('goes through more than a batch in one run', async () => {
    await service.ctx.db`
      insert into idempotency_keys (merchant_id, environment, idempotency_key, fingerprint, response_status,
        response_body, expires_at)
      select 'mer_x', 'test', 'key-' || n, '\\x00', 201, '{}', ${clock.now()} from generate_series(1, 2500) n`;
    await service.runDue();
    expect(await storedKeys()).toEqual([]);
  });
});
