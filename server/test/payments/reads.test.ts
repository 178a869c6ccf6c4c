import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Db } from '../../src/platform/db/client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectFailure, forcePayment, getPayment, unlimited } from './support.ts';

/** Payments change in other processes too: here over a connection the service knows nothing of. */
let service: TestService;
let elsewhere: Db;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  elsewhere = connect(service.databaseUrl, { poolSize: 1 });
});
afterAll(async () => {
  await elsewhere.end();
  await service.stop();
});

const read = (id: string, key = service.testKey) => service.call('GET', `/payments/${id}`, { key });

describe('a payment that was read before', () => {
  it('is read byte for byte the same while nothing changes', async () => {
    const { payment_id } = await createPayment(service, { metadata: { note: 'ä "quoted"' } });
    const first = await read(payment_id);
    const again = await read(payment_id);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('is never older than the question, whoever changed it', async () => {
    const { payment_id } = await createPayment(service);
    for (let round = 0; round < 200; round++) {
      const description = `round ${round}`;
      await elsewhere`update payments set description = ${description} where payment_id = ${payment_id}`;
      expect((await getPayment(service, payment_id)).description).toBe(description);
    }
  });

  it('shows a change only once it is committed, and nothing of one that was taken back', async () => {
    const { payment_id } = await createPayment(service, { description: 'before' });
    await getPayment(service, payment_id);
    const failing = elsewhere.begin(async (tx) => {
      await tx`update payments set description = 'during' where payment_id = ${payment_id}`;
      expect((await getPayment(service, payment_id)).description).toBe('before');
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect((await getPayment(service, payment_id)).description).toBe('before');
  });

  it('is seen changed by readers that come while others read', async () => {
    const { payment_id } = await createPayment(service);
    let committed = -1;
    let over = false;
    const reader = async () => {
      while (!over) {
        const before = committed;
        const seen = Number((await getPayment(service, payment_id)).description ?? -1);
        expect(seen).toBeGreaterThanOrEqual(before);
      }
    };
    const readers = Array.from({ length: 16 }, reader);
    for (let round = 0; round < 100; round++) {
      await elsewhere`update payments set description = ${String(round)} where payment_id = ${payment_id}`;
      committed = round;
    }
    over = true;
    await Promise.all(readers);
  });

  it('stays unknown to other merchants and closed to keys of the other environment', async () => {
    const { payment_id } = await createPayment(service);
    await getPayment(service, payment_id);
    const other = await service.createMerchant();
    const [stranger, live, own] = await Promise.all([
      read(payment_id, other.testKey),
      read(payment_id, service.liveKey),
      read(payment_id),
    ]);
    expectFailure(stranger, { status: 404, code: 'PAYMENT_NOT_FOUND' });
    expectFailure(live, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
    expect(own.status).toBe(200);
    await forcePayment(service, payment_id, { environment: 'live' });
    expectFailure(await read(payment_id), { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });

  it('is gone when its row is gone', async () => {
    const { payment_id } = await createPayment(service);
    await getPayment(service, payment_id);
    await elsewhere`delete from payments where payment_id = ${payment_id}`;
    expectFailure(await read(payment_id), { status: 404, code: 'PAYMENT_NOT_FOUND' });
  });
});
