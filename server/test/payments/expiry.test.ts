import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTasks } from '../../src/app/tasks.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  chooseWay,
  createPayment,
  eventTypesOf,
  getPayment,
  randomAt,
  sendOnChain,
  statusOf,
  unlimited,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
  // These payments wait for a person, so that the test decides what arrives.
  await service.ctx.db`update merchants set simulated_customer = false`;
});
afterAll(() => service.stop());

const minutes = 60_000;
const way = { chain: 'base', token: 'USDC' } as const;
/** 49.99 USD in USDC. */
const asked = 49_990_000n;

const create = () => createPayment(service, { expiration_minutes: 5 });

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

/** The chain was read to this moment, and not further, while this runs. */
async function whileReadTo(chain: 'base' | 'avalanche', at: Date, work: () => Promise<void>): Promise<void> {
  const { chains } = service.ctx;
  service.ctx.chains = {
    ...chains,
    async report(sql, environment, addresses) {
      const report = await chains.report(sql, environment, addresses);
      return { ...report, readUntil: new Map([...report.readUntil, [chain, at]]) };
    },
  };
  try {
    await work();
  } finally {
    service.ctx.chains = chains;
  }
}

describe('a payment expires', () => {
  it.each([5, 30, 1440])(
    'at its deadline after %i minutes and not a millisecond before',
    async (expiration) => {
      const { payment_id, expires_at } = await createPayment(service, { expiration_minutes: expiration });
      await advance(expiration * minutes - 1);
      expect(await statusOf(service, payment_id)).toBe('pending');
      expect(await eventTypesOf(service, payment_id)).toEqual([]);
      await advance(1);
      expect(clock.now().toISOString()).toBe(expires_at);
      expect(await statusOf(service, payment_id)).toBe('expired');
      expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
    },
  );

  it('without fields of a transaction or of completion', async () => {
    const created = await create();
    await advance(5 * minutes);
    expect(await getPayment(service, created.payment_id)).toEqual({ ...created, status: 'expired' });
  });

  it('once, however often the service looks again', async () => {
    const { payment_id } = await create();
    for (let i = 0; i < 3; i++) await advance(5 * minutes);
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
  });

  it('together with all others whose time has come, and without those whose time has not', async () => {
    const due = await Promise.all(Array.from({ length: 25 }, create));
    clock.advance(1);
    const later = await create();
    await advance(5 * minutes - 1);
    for (const { payment_id } of due) expect(await statusOf(service, payment_id)).toBe('expired');
    expect(await statusOf(service, later.payment_id)).toBe('pending');
  });

  it('when the payer chose a way to pay and sent nothing', async () => {
    const { payment_id } = await create();
    await chooseWay(service, payment_id, way);
    await advance(5 * minutes - 1);
    expect(await statusOf(service, payment_id)).toBe('pending');
    await advance(1);
    expect(await statusOf(service, payment_id)).toBe('expired');
  });

  it('and stays expired when money comes later', async () => {
    const { payment_id } = await create();
    const deposit = await chooseWay(service, payment_id, way);
    await advance(5 * minutes);
    await sendOnChain(service, deposit, asked);
    await advance(10 * minutes);
    expect(await statusOf(service, payment_id)).toBe('expired');
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
  });
});

describe('a payment does not expire', () => {
  it('while its transaction is being confirmed', async () => {
    const { payment_id } = await create();
    const deposit = await chooseWay(service, payment_id, way);
    await sendOnChain(service, deposit, asked, { finalAfterMs: 20 * minutes });
    await advance(1000);
    expect(await statusOf(service, payment_id)).toBe('processing');
    await advance(10 * minutes);
    expect(await statusOf(service, payment_id)).toBe('processing');
    await advance(10 * minutes);
    expect(await statusOf(service, payment_id)).toBe('completed');
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.processing', 'payment.completed']);
  });

  it('when money arrived in the last millisecond, though nobody had looked since', async () => {
    const { payment_id } = await create();
    const deposit = await chooseWay(service, payment_id, way);
    await advance(5 * minutes - 1);
    await sendOnChain(service, deposit, asked);
    await advance(1);
    expect(await statusOf(service, payment_id)).toBe('processing');
  });

  it('until its chain was read to the deadline, and keeps nobody busy while it waits for that', async () => {
    const { payment_id, expires_at } = await create();
    await chooseWay(service, payment_id, way);
    await advance(1000);
    await whileReadTo('base', new Date(Date.parse(expires_at) - 1), async () => {
      await advance(5 * minutes);
      await advance(30_000);
      expect(await statusOf(service, payment_id)).toBe('pending');
      const tasks = await createTasks(service.ctx);
      const task = tasks.find(({ name }) => name === 'credit-payments');
      const nextMs = (await task?.nextDueAt(service.ctx))?.getTime();
      expect(nextMs).toBeGreaterThan(clock.nowMs());
      expect(nextMs).toBeLessThanOrEqual(clock.nowMs() + 5000);
    });
    await advance(5000);
    expect(await statusOf(service, payment_id)).toBe('expired');
  });

  it('while its chain is not read on, and holds up no payment on another chain', async () => {
    const stuck = await create();
    const fine = await create();
    await chooseWay(service, stuck.payment_id, { chain: 'avalanche', token: 'AVAX' });
    await chooseWay(service, fine.payment_id, way);
    await whileReadTo('avalanche', new Date(0), async () => {
      await advance(10 * minutes);
      expect(await statusOf(service, stuck.payment_id)).toBe('pending');
      expect(await statusOf(service, fine.payment_id)).toBe('expired');
    });
    await advance(30_000);
    expect(await statusOf(service, stuck.payment_id)).toBe('expired');
  });
});
