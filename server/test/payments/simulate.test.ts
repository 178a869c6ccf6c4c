import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testModeTasks } from '../../src/payments/test-mode/tasks.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  createPayment,
  eventTypesOf,
  expectFailure,
  forcePayment,
  getPayment,
  randomAt,
  unlimited,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const simulate = (id: string, body: unknown, key = service.testKey) =>
  service.call('POST', `/payments/${id}/simulate`, { body, key });

async function createPending(): Promise<string> {
  return (await createPayment(service)).payment_id;
}

/** The simulated customer has paid and the transaction is being confirmed. */
async function createProcessing(): Promise<string> {
  const id = await createPending();
  clock.advance(1000);
  await service.runDue();
  expect((await getPayment(service, id)).status).toBe('processing');
  return id;
}

const transaction = {
  chain: 'ethereum',
  token: 'ETH',
  token_amount: '0.016664',
  tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  payer_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
};

const { processing, completed, failed, expired } = {
  processing: 'payment.processing',
  completed: 'payment.completed',
  failed: 'payment.failed',
  expired: 'payment.expired',
};

/** The answer, what is stored, and what is stored after all later work: all must agree. */
async function expectEnd(id: string, outcome: string, end: object, events: string[]): Promise<void> {
  const answer = await simulate(id, { outcome });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data).toMatchObject(end);
  expect(await getPayment(service, id)).toEqual(answer.json.data);
  clock.advance(3_600_000);
  await service.runDue();
  expect(await getPayment(service, id)).toEqual(answer.json.data);
  expect(await eventTypesOf(service, id)).toEqual(events);
}

describe('POST /payments/:payment_id/simulate', () => {
  it('completes a pending payment at once', async () => {
    const end = { status: 'completed', ...transaction, completed_at: clock.now().toISOString() };
    await expectEnd(await createPending(), 'complete', end, [processing, completed]);
  });

  it('fails a pending payment at once', async () => {
    const id = await createPending();
    await expectEnd(id, 'fail', { status: 'failed' }, [failed]);
    expect(await getPayment(service, id)).not.toHaveProperty('completed_at');
  });

  it('expires a pending payment at once, before its deadline', async () => {
    const id = await createPending();
    await expectEnd(id, 'expire', { status: 'expired' }, [expired]);
    expect(await getPayment(service, id)).not.toHaveProperty('tx_hash');
  });

  it('completes a payment in processing, with the transaction it had', async () => {
    const id = await createProcessing();
    const before = await getPayment(service, id);
    const end = { ...before, status: 'completed', completed_at: clock.now().toISOString() };
    await expectEnd(id, 'complete', end, [processing, completed]);
  });

  it('fails a payment in processing, with the transaction it had', async () => {
    const id = await createProcessing();
    const before = await getPayment(service, id);
    await expectEnd(id, 'fail', { ...before, status: 'failed' }, [processing, failed]);
  });

  it('does not expire a payment in processing: its transaction was seen', async () => {
    const id = await createProcessing();
    const before = await getPayment(service, id);
    expectFailure(await simulate(id, { outcome: 'expire' }), { code: 'INVALID_PARAMETER', field: 'outcome' });
    expect(await getPayment(service, id)).toEqual(before);
    expect(await eventTypesOf(service, id)).toEqual([processing]);
  });

  it('completes what no simulated customer would pay', async () => {
    const { payment_id } = await createPayment(service, { amount: '4.04' });
    await expectEnd(payment_id, 'complete', { status: 'completed' }, [processing, completed]);
  });

  it('decides against what the amount stands for', async () => {
    const { payment_id } = await createPayment(service, { amount: '6.66' });
    await expectEnd(payment_id, 'complete', { status: 'completed' }, [processing, completed]);
  });

  it('pays on the first accepted chain and token', async () => {
    const { payment_id } = await createPayment(service, {
      accepted_chains: ['solana'],
      accepted_tokens: ['SOL'],
    });
    const end = { status: 'completed', chain: 'solana', token: 'SOL', token_amount: '0.333267' };
    await expectEnd(payment_id, 'complete', end, [processing, completed]);
  });
});

describe('simulate right after the customer sent a transaction', () => {
  async function createSent(): Promise<string> {
    const id = await createPending();
    clock.advance(1000);
    await testModeTasks()
      .find((task) => task.name === 'simulated-customer')
      ?.run(service.ctx);
    expect((await getPayment(service, id)).status).toBe('processing');
    return id;
  }

  it('completes the payment, paid once', async () => {
    const end = { status: 'completed', ...transaction };
    await expectEnd(await createSent(), 'complete', end, [processing, completed]);
  });

  it('fails the payment', async () => {
    const id = await createSent();
    const answer = await simulate(id, { outcome: 'fail' });
    expect(answer.json.data).toMatchObject({ status: 'failed' });
    expect((await eventTypesOf(service, id)).at(-1)).toBe(failed);
  });

  it('does not fail a payment whose transaction is final, which is completed', async () => {
    const id = await createSent();
    clock.advance(10_000);
    const answer = await simulate(id, { outcome: 'fail' });
    expectFailure(answer, { status: 409, code: 'PAYMENT_ALREADY_COMPLETED' });
    expect((await getPayment(service, id)).status).toBe('completed');
    expect(await eventTypesOf(service, id)).toEqual([processing, completed]);
  });
});

describe('simulate is refused', () => {
  it.each([
    ['completed', 'PAYMENT_ALREADY_COMPLETED'],
    ['refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['partially_refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['expired', 'PAYMENT_EXPIRED'],
    ['failed', 'PAYMENT_EXPIRED'],
  ] as const)('for a payment that is %s, whatever the outcome: %s', async (status, code) => {
    const id = await createPending();
    await forcePayment(service, id, { status });
    for (const outcome of ['complete', 'fail', 'expire'])
      expectFailure(await simulate(id, { outcome }), { status: 409, code });
    expect((await getPayment(service, id)).status).toBe(status);
    expect(await eventTypesOf(service, id)).toEqual([]);
  });

  it('for a live key, on a test payment and on a live one', async () => {
    const id = await createPending();
    const mismatch = { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' };
    expectFailure(await simulate(id, { outcome: 'complete' }, service.liveKey), mismatch);
    expect((await getPayment(service, id)).status).toBe('pending');
    await forcePayment(service, id, { environment: 'live' });
    expectFailure(await simulate(id, { outcome: 'complete' }, service.liveKey), mismatch);
    expectFailure(await simulate(id, { outcome: 'complete' }), mismatch);
    expect((await getPayment(service, id, service.liveKey)).status).toBe('pending');
  });

  it.each([`pay_${'0'.repeat(26)}`, 'pay_1', 'x'])('for the unknown id %s', async (id) => {
    expectFailure(await simulate(id, { outcome: 'complete' }), { status: 404, code: 'PAYMENT_NOT_FOUND' });
  });

  it('for another merchant’s payment', async () => {
    const id = await createPending();
    const other = await service.createMerchant();
    const answer = await simulate(id, { outcome: 'complete' }, other.testKey);
    expectFailure(answer, { status: 404, code: 'PAYMENT_NOT_FOUND' });
    expect((await getPayment(service, id)).status).toBe('pending');
  });

  it.each(['completed', 'COMPLETE', 'refund', '', 5, true, ['complete'], {}])(
    'for the outcome %j',
    async (outcome) => {
      const id = await createPending();
      expectFailure(await simulate(id, { outcome }), { code: 'INVALID_PARAMETER', field: 'outcome' });
      expect((await getPayment(service, id)).status).toBe('pending');
    },
  );

  it.each([{}, { outcome: null }])('for %j, which has no outcome', async (body) => {
    const id = await createPending();
    expectFailure(await simulate(id, body), { code: 'MISSING_REQUIRED_FIELD', field: 'outcome' });
  });

  it('for a bad outcome before an unknown id', async () => {
    expectFailure(await simulate('pay_1', { outcome: 'x' }), { code: 'INVALID_PARAMETER', field: 'outcome' });
  });

  it('without a body', async () => {
    expectFailure(await simulate(await createPending(), undefined), { status: 400, code: 'INVALID_JSON' });
  });
});
