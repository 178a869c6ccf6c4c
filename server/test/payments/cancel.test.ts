import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payInvoice } from '../../src/payments/invoices/pay-invoice.ts';
import { stateOf } from '../pages/checkout/support.ts';
import { budget } from '../support/chance.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { getInvoice, openInvoice } from './invoices/support.ts';
import {
  chooseWay,
  createPayment,
  eventsOf,
  eventTypesOf,
  expectFailure,
  forcePayment,
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
});
afterAll(() => service.stop());

const cancel = (id: string, options = {}) => service.call('POST', `/payments/${id}/cancel`, options);
const simulate = (id: string, outcome: string) =>
  service.call('POST', `/payments/${id}/simulate`, { body: { outcome } });

/** Nobody pays it. */
const createUnpaid = async (): Promise<string> =>
  (await createPayment(service, { amount: '4.04' })).payment_id;

describe('POST /payments/:payment_id/cancel', () => {
  it('ends a pending payment as expired, says when, and announces it once', async () => {
    const { payment_id } = await createPayment(service, { metadata: { order: 1 } });
    const answer = await cancel(payment_id);
    expect(answer.status, answer.text).toBe(200);
    const cancelled_at = clock.now().toISOString();
    expect(answer.json.data).toMatchObject({ payment_id, status: 'expired', cancelled_at });
    clock.advance(3_600_000);
    await service.runDue();
    expect(await getPayment(service, payment_id)).toEqual(answer.json.data);
    const [event, ...more] = await eventsOf(service, payment_id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'payment.expired', data: { status: 'expired', cancelled_at } });
    const { json } = await service.call('GET', `/payments/${payment_id}/timeline`);
    expect(json.data.map(({ kind }: { kind: string }) => kind)).toEqual(['created', 'cancelled', 'event']);
  });

  it('a payment that expired by itself was not cancelled', async () => {
    const id = await createUnpaid();
    clock.advance(3_600_000);
    await service.runDue();
    expect(await getPayment(service, id)).not.toHaveProperty('cancelled_at');
    expect((await eventsOf(service, id))[0]?.data).not.toHaveProperty('cancelled_at');
  });

  it('replays its answer, and refuses a second cancellation', async () => {
    const id = await createUnpaid();
    const headers = { 'idempotency-key': `cancel-${id}` };
    const first = await cancel(id, { headers });
    const second = await cancel(id, { headers });
    expect(second.text).toBe(first.text);
    expectFailure(await cancel(id), { status: 409, code: 'PAYMENT_EXPIRED' });
    expect(await eventTypesOf(service, id)).toEqual(['payment.expired']);
  });

  it.each([
    ['processing', 'PAYMENT_IN_PROGRESS'],
    ['completed', 'PAYMENT_ALREADY_COMPLETED'],
    ['refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['partially_refunded', 'PAYMENT_ALREADY_COMPLETED'],
    ['failed', 'PAYMENT_EXPIRED'],
    ['expired', 'PAYMENT_EXPIRED'],
  ] as const)('refuses a payment that is %s', async (status, code) => {
    const id = await createUnpaid();
    await forcePayment(service, id, { status });
    expectFailure(await cancel(id), { status: 409, code });
    expect(await statusOf(service, id)).toBe(status);
    expect(await eventTypesOf(service, id)).toEqual([]);
  });

  it('refuses when the chain has a transaction that nobody looked at yet, which then counts', async () => {
    const id = await createUnpaid();
    const deposit = await chooseWay(service, id, { chain: 'base', token: 'USDC' });
    await sendOnChain(service, deposit, BigInt(deposit.token_units));
    expectFailure(await cancel(id), { status: 409, code: 'PAYMENT_IN_PROGRESS' });
    clock.advance(5000);
    await service.runDue();
    clock.advance(5000);
    await service.runDue();
    expect(await statusOf(service, id)).toBe('completed');
  });

  it('does not tell other merchants or the other environment about it', async () => {
    expectFailure(await cancel('pay_01m7efq76y00353vdg10mvfgmq'), { status: 404, code: 'PAYMENT_NOT_FOUND' });
    const id = await createUnpaid();
    expectFailure(await cancel(id, { key: service.liveKey }), {
      status: 401,
      code: 'KEY_ENVIRONMENT_MISMATCH',
    });
    expect(await statusOf(service, id)).toBe('pending');
  });

  it('leaves the invoice open: Pay Now creates the next payment', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id: first } = await payInvoice(service.ctx, invoice_id);
    await cancel(first);
    const { payment_id: second } = await payInvoice(service.ctx, invoice_id);
    expect(second).not.toBe(first);
    expect((await simulate(second, 'complete')).status).toBe(200);
    expect(await getInvoice(service, invoice_id)).toMatchObject({ status: 'paid', payment_id: second });
  });

  it('shows on the checkout', async () => {
    const id = await createUnpaid();
    await cancel(id);
    expect(await stateOf(service, id)).toMatchObject({
      status: 'expired',
      cancelled_at: clock.now().toISOString(),
    });
  });
});

describe('a cancellation at the same moment as', () => {
  const rounds = Array.from({ length: budget(20, 4) }, (_, round) => round);
  const others: [string, (id: string) => Promise<unknown>][] = [
    ['a simulated completion', (id) => simulate(id, 'complete')],
    ['a simulated failure', (id) => simulate(id, 'fail')],
    ['a second cancellation', (id) => cancel(id)],
    ['the deadline', () => service.runDue()],
  ];

  it.each(others)('%s: exactly one wins', async (_name, other) => {
    for (const round of rounds) {
      const id = await createUnpaid();
      clock.advance(1_800_000);
      const started = round % 2 ? [cancel(id), other(id)] : [other(id), cancel(id)];
      await Promise.all(started);
      await service.runDue();
      const payment = await getPayment(service, id);
      const ends = (await eventTypesOf(service, id)).filter((type) => type !== 'payment.processing');
      expect(ends).toEqual([`payment.${payment.status}`]);
      if (payment.cancelled_at) expect(payment.status).toBe('expired');
    }
  });
});
