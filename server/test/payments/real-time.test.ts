import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, eventTypesOf, getPayment, unlimited, until } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ workers: true, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const reach = (paymentId: string, status: string) =>
  until(
    () => getPayment(service, paymentId),
    (payment) => payment.status === status,
    60_000,
  );

describe('test mode in real time', () => {
  it('answers pending to 0.01, and completes it right after', async () => {
    const { payment_id, status } = await createPayment(service, { amount: '0.01' });
    expect(status).toBe('pending');
    const completed = await reach(payment_id, 'completed');
    expect(Date.parse(completed.completed_at)).toBeGreaterThanOrEqual(Date.parse(completed.created_at));
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.processing', 'payment.completed']);
  });

  it('takes an ordinary amount through processing to completed', async () => {
    const created = await createPayment(service, { amount: '12.34' });
    const completed = await reach(created.payment_id, 'completed');
    const tookMs = Date.parse(completed.completed_at) - Date.parse(created.created_at);
    expect(tookMs).toBeGreaterThanOrEqual(3000);
    expect(await eventTypesOf(service, created.payment_id)).toEqual([
      'payment.processing',
      'payment.completed',
    ]);
  });
});
