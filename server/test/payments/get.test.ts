import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectFailure, forcePayment, getPayment, randomAt, unlimited } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const notFound = { status: 404, code: 'PAYMENT_NOT_FOUND' };
const mismatch = { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' };
const get = (id: string, key = service.testKey) => service.call('GET', `/payments/${id}`, { key });

describe('GET /payments/:payment_id', () => {
  it.each([
    ['an id nobody has', `pay_${'0'.repeat(26)}`],
    ['another prefix', `inv_${'0'.repeat(26)}`],
    ['a short id', 'pay_1'],
    ['a long id', `pay_${'0'.repeat(300)}`],
    ['upper case', `PAY_${'0'.repeat(26)}`],
    ['a quote', "pay_'or'1'='1"],
    ['NUL', 'pay_%00'],
    ['a space', '%20'],
    ['a slash', 'pay_%2F'],
  ])('does not find %s', async (_name, id) => {
    expectFailure(await get(id), notFound);
  });

  it('does not find the payment of another merchant, with any of its keys', async () => {
    const { payment_id } = await createPayment(service);
    const other = await service.createMerchant();
    expectFailure(await get(payment_id, other.testKey), notFound);
    expectFailure(await get(payment_id, other.liveKey), notFound);
    expect((await getPayment(service, payment_id)).payment_id).toBe(payment_id);
  });

  it('tells a live key that the payment is a test payment', async () => {
    const { payment_id } = await createPayment(service);
    expectFailure(await get(payment_id, service.liveKey), mismatch);
  });

  it('tells a test key that the payment is a live payment', async () => {
    const { payment_id } = await createPayment(service);
    await forcePayment(service, payment_id, { environment: 'live' });
    expectFailure(await get(payment_id), mismatch);
    expect((await getPayment(service, payment_id, service.liveKey)).payment_id).toBe(payment_id);
  });

  it('answers many at once, each with its own payment', async () => {
    const created = await Promise.all(Array.from({ length: 30 }, () => createPayment(service)));
    const wanted = [...created.map((payment) => payment.payment_id), `pay_${'0'.repeat(26)}`];
    const answers = await Promise.all(wanted.map((id) => get(id)));
    expect(answers.map((answer) => answer.json.data?.payment_id ?? answer.status)).toEqual([
      ...wanted.slice(0, -1),
      404,
    ]);
  });

  it('shows the transaction once there is one, and completed_at once completed', async () => {
    const created = await createPayment(service, { reference_id: 'shown', metadata: { a: '1' } });
    expect(await getPayment(service, created.payment_id)).toEqual(created);

    clock.advance(1000);
    await service.runDue();
    const processing = await getPayment(service, created.payment_id);
    expect(processing).toEqual({
      ...created,
      status: 'processing',
      chain: 'ethereum',
      token: 'ETH',
      token_amount: '0.016664',
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      payer_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    });

    clock.advance(2000);
    await service.runDue();
    expect(await getPayment(service, created.payment_id)).toEqual({
      ...processing,
      status: 'completed',
      completed_at: clock.now().toISOString(),
    });
  });
});
