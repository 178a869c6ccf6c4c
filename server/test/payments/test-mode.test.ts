import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, eventTypesOf, getPayment, randomAt, statusOf, unlimited } from './support.ts';

/** Confirmations take 2 seconds with the one and 3 with the other, which is all that chance decides. */
const services: Record<'min' | 'max', { service: TestService; clock: ManualClock }> = Object();
beforeAll(async () => {
  for (const end of ['min', 'max'] as const) {
    const clock = manualClock();
    const service = await startTestService({ clock, random: randomAt(end), requestsPerMinute: unlimited });
    services[end] = { service, clock };
  }
});
afterAll(() => Promise.all(Object.values(services).map(({ service }) => service.stop())));

/** Moments in milliseconds after creation, and the state the payment must be in by then. */
type Course = (readonly [atMs: number, status: string])[];

async function expectCourse(end: 'min' | 'max', fields: object, course: Course): Promise<string> {
  const { service, clock } = services[end];
  const { payment_id, status } = await createPayment(service, fields);
  expect(status).toBe('pending');
  let atMs = 0;
  const seen: Course = [];
  for (const [nextMs] of course) {
    clock.advance(nextMs - atMs);
    atMs = nextMs;
    await service.runDue();
    seen.push([nextMs, await statusOf(service, payment_id)]);
  }
  expect(seen).toEqual(course);
  return payment_id;
}

const halfHourMs = 30 * 60_000;
const succeeded = ['payment.processing', 'payment.completed'];

const courses: { amount: string; end: 'min' | 'max'; course: Course; events: string[] }[] = [
  { amount: '0.01', end: 'min', course: [[0, 'completed']], events: succeeded },
  {
    amount: '6.66',
    end: 'min',
    course: [
      [0, 'pending'],
      [999, 'pending'],
      [1000, 'processing'],
      [2999, 'processing'],
      [3000, 'failed'],
      [halfHourMs, 'failed'],
    ],
    events: ['payment.processing', 'payment.failed'],
  },
  {
    amount: '4.04',
    end: 'min',
    course: [
      [1000, 'pending'],
      [60_000, 'pending'],
      [halfHourMs - 1, 'pending'],
      [halfHourMs, 'expired'],
    ],
    events: ['payment.expired'],
  },
  {
    amount: '5.00',
    end: 'min',
    course: [
      [999, 'pending'],
      [1000, 'processing'],
      [4000, 'processing'],
      [29_999, 'processing'],
      [31_000, 'completed'],
    ],
    events: succeeded,
  },
  ...(['10.00', '0.50', '100000.00', '5.01', '6.67', '4.10'] as const).map((amount) => ({
    amount,
    end: 'min' as const,
    course: [
      [0, 'pending'],
      [999, 'pending'],
      [1000, 'processing'],
      [2999, 'processing'],
      [3000, 'completed'],
      [halfHourMs, 'completed'],
    ] as Course,
    events: succeeded,
  })),
  {
    amount: '10.00',
    end: 'max',
    course: [
      [1000, 'processing'],
      [3999, 'processing'],
      [4000, 'completed'],
    ],
    events: succeeded,
  },
];

describe('test mode', () => {
  it.each(courses)('$amount, at the $end delay: $course', async ({ amount, end, course, events }) => {
    const paymentId = await expectCourse(end, { amount }, course);
    expect(await eventTypesOf(services[end].service, paymentId)).toEqual(events);
  });

  it.each(courses.slice(0, 4))('$amount means the same in EUR', async ({ amount, end, course }) => {
    await expectCourse(end, { amount, currency: 'EUR' }, course);
  });

  it.each(['GBP', 'CAD', 'AUD'])('0.01 %s succeeds at once too', async (currency) => {
    await expectCourse('min', { amount: '0.01', currency }, [[0, 'completed']]);
  });

  it('a payment that failed gives TRANSACTION_FAILED as the reason', async () => {
    const { service } = services.min;
    const paymentId = await expectCourse('min', { amount: '6.66' }, [
      [1000, 'processing'],
      [3000, 'failed'],
    ]);
    const [event] = await service.ctx.db<{ data: Record<string, unknown> }[]>`
      select body::json -> 'data' as data from events where resource_id = ${paymentId} and type = 'payment.failed'`;
    expect(event?.data).toMatchObject({
      failure_reason: 'TRANSACTION_FAILED',
      failure_message: expect.any(String),
    });
  });
});

describe('the simulated customer', () => {
  it.each([
    [{}, 'ethereum', 'ETH'],
    [{ accepted_chains: ['solana', 'base'] }, 'solana', 'USDC'],
    [{ accepted_tokens: ['DAI', 'USDC'] }, 'ethereum', 'DAI'],
    [{ accepted_chains: ['bsc', 'polygon'], accepted_tokens: ['MATIC', 'BUSD'] }, 'bsc', 'BUSD'],
    [{ accepted_chains: ['solana', 'bsc'], accepted_tokens: ['BNB'] }, 'bsc', 'BNB'],
  ])('pays %j on %s with %s, the first that is accepted', async (fields, chain, token) => {
    const { service } = services.min;
    const paymentId = await expectCourse('min', { amount: '0.01', ...fields }, [[0, 'completed']]);
    expect(await getPayment(service, paymentId)).toMatchObject({ chain, token });
  });

  it('comes late to a payment it was kept from, but comes', async () => {
    await expectCourse('min', { amount: '10.00' }, [
      [600_000, 'processing'],
      [602_000, 'completed'],
    ]);
  });

  it('stays away where the merchant turned it off, and the payment expires', async () => {
    const { service, clock } = services.min;
    const other = await service.createMerchant();
    await service.ctx
      .db`update merchants set simulated_customer = false where merchant_id = ${other.merchantId}`;
    const key = other.testKey;
    const payments = [];
    for (const amount of ['0.01', '10.00', '6.66', '5.00'])
      payments.push(await createPayment(service, { amount }, { key }));
    for (const [advanceMs, status] of [
      [0, 'pending'],
      [60_000, 'pending'],
      [halfHourMs - 60_001, 'pending'],
      [1, 'expired'],
    ] as const) {
      clock.advance(advanceMs);
      await service.runDue();
      for (const { payment_id } of payments)
        expect((await getPayment(service, payment_id, key)).status).toBe(status);
    }
  });
});
