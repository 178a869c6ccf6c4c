import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { statusOf, unlimited } from '../support.ts';
import { createPaid, sumsOf } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const refund = (payment_id: string, amount?: string) =>
  service.call('POST', '/refunds', { body: { payment_id, ...(amount ? { amount } : {}) } });

describe('refunds that race', () => {
  it('20 full refunds at once: one is issued, nineteen exceed the amount', async () => {
    const { payment_id } = await createPaid(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(payment_id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(422)]);
    const refused = answers.filter((answer) => answer.status === 422);
    expect(new Set(refused.map((answer) => answer.json.error.code))).toEqual(
      new Set(['REFUND_EXCEEDS_AMOUNT']),
    );
    expect(await statusOf(service, payment_id)).toBe('refunded');
  });

  it('30 parts of which 24 fit: exactly 24 are issued, and the units add up', async () => {
    const { payment_id } = await createPaid(service, { amount: '10.00' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => refund(payment_id, '0.41')));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(24);
    expect(await sumsOf(service, payment_id)).toMatchObject({
      status: 'partially_refunded',
      refunded_minor: 984n,
      refunds_minor: '984',
    });
    expect((await refund(payment_id)).json.data.amount).toBe('0.16');
    const sums = await sumsOf(service, payment_id);
    expect(sums).toMatchObject({ status: 'refunded', refunds_units: sums.token_units });
  });

  it('new refunds while a failing one is released never pass the amount', async () => {
    const { payment_id } = await createPaid(service, { amount: '10.00' });
    await refund(payment_id, '6.66');
    await service.runDue();
    clock.advance(2000);
    const work = service.runDue();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(payment_id, '3.34')));
    await work;
    const issued = answers.filter((answer) => answer.status === 201).length;
    expect([1, 2]).toContain(issued);
    expect(await sumsOf(service, payment_id)).toMatchObject({
      refunded_minor: BigInt(issued * 334),
      refunds_minor: String(issued * 334),
    });
  });

  it('the database itself refuses a sum above what was paid', async () => {
    const { payment_id } = await createPaid(service);
    const { db } = service.ctx;
    await expect(
      db`update payments set refunded_minor = 5000 where payment_id = ${payment_id}`,
    ).rejects.toThrow('payments_refunded_minor');
    await expect(
      db`update payments set refunded_units = token_units + 1 where payment_id = ${payment_id}`,
    ).rejects.toThrow('payments_refunded_units');
    await expect(
      db`update payments set refunded_minor = -1 where payment_id = ${payment_id}`,
    ).rejects.toThrow('payments_refunded_minor');
  });
});
