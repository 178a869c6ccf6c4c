import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  chooseWay,
  createPayment,
  eventTypesOf,
  getPayment,
  minimal,
  randomAt,
  sendOnChain,
  statusOf,
  unlimited,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
const simulate = (id: string, outcome: string) =>
  service.call('POST', `/payments/${id}/simulate`, { body: { outcome } });

const ends: Record<string, string> = {
  completed: 'payment.completed',
  failed: 'payment.failed',
  expired: 'payment.expired',
};

/** The end that is stored is the one end that was announced, now and after all later work. */
async function expectOneEnd(id: string): Promise<string> {
  const status = await statusOf(service, id);
  clock.advance(3_600_000);
  await service.runDue();
  expect(await statusOf(service, id)).toBe(status);
  const events = await eventTypesOf(service, id);
  expect(events.filter((type) => type !== 'payment.processing')).toEqual([ends[status]]);
  expect(events.filter((type) => type === 'payment.processing').length).toBeLessThanOrEqual(1);
  return status;
}

describe('races', () => {
  it('20 payments with one reference at once: one is created, nineteen are duplicates', async () => {
    const body = { ...minimal, reference_id: 'one-of-twenty' };
    const answers = await times(20, () => service.call('POST', '/payments', { body }));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const codes = answers.filter((answer) => answer.status === 409).map((answer) => answer.json.error.code);
    expect(new Set(codes)).toEqual(new Set(['DUPLICATE_REFERENCE']));
    const { json } = await service.call('GET', '/payments?reference_id=one-of-twenty');
    expect(json.data).toHaveLength(1);
  });

  it('a burst of payments in which some references are taken: only those are refused', async () => {
    await createPayment(service, { reference_id: 'taken' });
    const references = Array.from({ length: 60 }, (_, i) => (i % 3 ? `burst-${i}` : 'taken'));
    const answers = await Promise.all(
      references.map((reference_id) =>
        service.call('POST', '/payments', { body: { ...minimal, reference_id } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(
      references.map((name) => (name === 'taken' ? 409 : 201)),
    );
    for (const [i, { json }] of answers.entries())
      if (json.success)
        expect((await getPayment(service, json.data.payment_id)).reference_id).toBe(references[i]);
  });

  it('two completions at once: one succeeds, the other learns of it, one event', async () => {
    for (let round = 0; round < 5; round++) {
      const { payment_id } = await createPayment(service);
      const answers = await times(2, () => simulate(payment_id, 'complete'));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const refused = answers.find((answer) => answer.status === 409);
      expect(refused?.json.error.code).toBe('PAYMENT_ALREADY_COMPLETED');
      expect(await expectOneEnd(payment_id)).toBe('completed');
    }
  });

  it('complete, fail and expire at once: one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { payment_id } = await createPayment(service);
      const outcomes = ['expire', 'complete', 'fail'];
      const answers = await Promise.all(outcomes.map((outcome) => simulate(payment_id, outcome)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2);
      await expectOneEnd(payment_id);
    }
  });

  it('completion beside the simulated customer and the watcher: one end, paid once', async () => {
    const payments = await times(10, () => createPayment(service));
    clock.advance(1000);
    const work = payments.map(({ payment_id }) => simulate(payment_id, 'complete'));
    await Promise.all([service.runDue(), ...work, service.runDue()]);
    for (const { payment_id } of payments) {
      await expectOneEnd(payment_id);
      expect((await getPayment(service, payment_id)).token_amount).toBe('0.016664');
    }
  });

  it('expiry beside a completion: exactly one end', async () => {
    const payments = await times(20, () => createPayment(service, { amount: '4.04' }));
    clock.advance(30 * 60_000);
    const work = payments.map(({ payment_id }) => simulate(payment_id, 'complete'));
    const [, ...answers] = await Promise.all([service.runDue(), ...work]);
    for (const [index, { payment_id }] of payments.entries()) {
      const status = await expectOneEnd(payment_id);
      expect(status).toBe(answers[index]?.status === 200 ? 'completed' : 'expired');
    }
  });

  it('expiry beside money that arrives at the deadline: exactly one end', async () => {
    const payments = await times(10, () => createPayment(service, { amount: '4.04' }));
    const way = { chain: 'base', token: 'USDC' } as const;
    const deposits = await Promise.all(payments.map(({ payment_id }) => chooseWay(service, payment_id, way)));
    clock.advance(30 * 60_000);
    const sending = deposits.map((deposit) => sendOnChain(service, deposit, 4_040_000n));
    await Promise.all([service.runDue(), ...sending, service.runDue()]);
    clock.advance(60_000);
    await times(2, () => service.runDue());
    for (const { payment_id } of payments)
      expect(['completed', 'expired']).toContain(await expectOneEnd(payment_id));
  });

  it('four workers at once: every payment moves once, with one event for each move', async () => {
    const amounts = ['10.00', '6.66', '0.01'];
    const payments = await Promise.all(
      Array.from({ length: 30 }, (_, i) => createPayment(service, { amount: amounts[i % 3] })),
    );
    const moveAll = async () => {
      await times(4, () => service.runDue());
    };
    for (const ms of [1000, 2000, 1000]) {
      clock.advance(ms);
      await moveAll();
    }
    for (const { payment_id, amount } of payments) {
      const end = amount === '6.66' ? 'payment.failed' : 'payment.completed';
      expect(await eventTypesOf(service, payment_id)).toEqual(['payment.processing', end]);
    }
  });

  it('four workers at the deadline: every payment expires once', async () => {
    const payments = await times(30, () => createPayment(service, { amount: '4.04' }));
    clock.advance(30 * 60_000);
    await times(4, () => service.runDue());
    for (const { payment_id } of payments)
      expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
  });
});
