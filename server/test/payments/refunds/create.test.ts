import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentStatuses } from '../../../src/payments/payment/states.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createPayment, expectFailure, forcePayment, statusOf, unlimited } from '../support.ts';
import { createPaid, createRefund, getRefund, sumsOf } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const post = (body: unknown, key = service.testKey) => service.call('POST', '/refunds', { body, key });

async function storedRefunds(): Promise<unknown> {
  const [row] = await service.ctx.db`
    select (select count(*) from refunds) as refunds, (select sum(refunded_minor) from payments) as refunded`;
  return row;
}

describe('POST /refunds', () => {
  it('answers 201 with the refund in processing, on the chain and in the token of the payment', async () => {
    const payment = await createPaid(service, { accepted_chains: ['base'], accepted_tokens: ['USDC'] });
    const answer = await post({ payment_id: payment.payment_id, amount: '10', reason: 'One was broken' });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      success: true,
      data: {
        refund_id: expect.stringMatching(/^ref_[0-9a-hjkmnp-tv-z]{26}$/),
        payment_id: payment.payment_id,
        status: 'processing',
        amount: '10.00',
        currency: 'USD',
        chain: 'base',
        token: 'USDC',
        reason: 'One was broken',
        created_at: clock.now().toISOString(),
      },
    });
    expect(await getRefund(service, answer.json.data.refund_id)).toEqual(answer.json.data);
  });

  it('without an amount refunds all that is left', async () => {
    const { payment_id } = await createPaid(service);
    await createRefund(service, { payment_id, amount: '20.00' });
    const rest = await createRefund(service, { payment_id });
    expect(rest).toMatchObject({ amount: '29.99', reason: null });
    expect(await statusOf(service, payment_id)).toBe('refunded');
  });

  it('in part makes the payment partially_refunded at once, in full refunded', async () => {
    const { payment_id } = await createPaid(service);
    await createRefund(service, { payment_id, amount: '0.01' });
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
    await createRefund(service, { payment_id, amount: '0.01' });
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
    await createRefund(service, { payment_id, amount: '49.97' });
    expect(await statusOf(service, payment_id)).toBe('refunded');
  });

  it('keeps completed_at and the other fields of the payment', async () => {
    const before = await createPaid(service, { metadata: { order: 'A-1' } });
    await createRefund(service, { payment_id: before.payment_id });
    const after = await service.call('GET', `/payments/${before.payment_id}`);
    expect(after.json.data).toEqual({ ...before, status: 'refunded' });
  });

  it('with an Idempotency-Key is issued once and replayed byte for byte', async () => {
    const { payment_id } = await createPaid(service);
    const options = { body: { payment_id, amount: '5.00' }, headers: { 'idempotency-key': 'refund-1' } };
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.call('POST', '/refunds', options)));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    expect(await sumsOf(service, payment_id)).toMatchObject({ refunded_minor: 500n, refunds_minor: '500' });
    const other = { ...options, body: { payment_id, amount: '6.00' } };
    expectFailure(await service.call('POST', '/refunds', other), {
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
      field: 'Idempotency-Key',
    });
  });

  it.each([
    ['no payment_id', {}, 'MISSING_REQUIRED_FIELD', 'payment_id'],
    ['payment_id null', { payment_id: null }, 'MISSING_REQUIRED_FIELD', 'payment_id'],
    ['payment_id a number', { payment_id: 1 }, 'INVALID_PARAMETER', 'payment_id'],
    ['amount a number', { amount: 1 }, 'INVALID_AMOUNT', 'amount'],
    ['amount zero', { amount: '0.00' }, 'INVALID_AMOUNT', 'amount'],
    ['amount negative', { amount: '-1.00' }, 'INVALID_AMOUNT', 'amount'],
    ['amount of three decimals', { amount: '1.001' }, 'INVALID_AMOUNT', 'amount'],
    ['amount empty', { amount: '' }, 'INVALID_AMOUNT', 'amount'],
    ['reason over 500 characters', { reason: 'x'.repeat(501) }, 'INVALID_PARAMETER', 'reason'],
    ['reason not text', { reason: ['broken'] }, 'INVALID_PARAMETER', 'reason'],
  ])('refuses %s and stores nothing', async (_case, wrong, code, field) => {
    const { payment_id } = await createPaid(service);
    const before = await storedRefunds();
    const body =
      Object.hasOwn(wrong, 'payment_id') || code === 'MISSING_REQUIRED_FIELD'
        ? wrong
        : { payment_id, ...wrong };
    expectFailure(await post(body), { code, field });
    expect(await storedRefunds()).toEqual(before);
  });

  it('takes a reason of 500 characters, counted as people count them', async () => {
    const { payment_id } = await createPaid(service);
    expect(await createRefund(service, { payment_id, reason: '💸'.repeat(500) })).toMatchObject({
      status: 'processing',
    });
  });

  it.each(paymentStatuses.map((status) => [status]))(
    'of a payment that is %s is allowed or refused as decided',
    async (status) => {
      const { payment_id } = ['completed', 'partially_refunded', 'refunded'].includes(status)
        ? await createPaid(service)
        : await createPayment(service);
      if (status === 'partially_refunded') await createRefund(service, { payment_id, amount: '1.00' });
      else if (status === 'refunded') await createRefund(service, { payment_id });
      else await forcePayment(service, payment_id, { status });
      const answer = await post({ payment_id, amount: '1.00' });
      if (status === 'completed' || status === 'partially_refunded') expect(answer.status).toBe(201);
      else if (status === 'refunded')
        expectFailure(answer, { code: 'REFUND_EXCEEDS_AMOUNT', field: 'amount' });
      else expect(answer.json.error).toMatchObject({ code: 'PAYMENT_NOT_REFUNDABLE', status: 422 });
    },
  );

  it('of more than what is left says how much is', async () => {
    const { payment_id } = await createPaid(service);
    await createRefund(service, { payment_id, amount: '40.00' });
    const answer = await post({ payment_id, amount: '10.00' });
    expectFailure(answer, { code: 'REFUND_EXCEEDS_AMOUNT', field: 'amount' });
    expect(answer.json.error.details).toEqual({ field: 'amount', provided: '10.00', refundable: '9.99' });
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
  });

  it('of a payment that is unknown, malformed or another merchant’s is PAYMENT_NOT_FOUND', async () => {
    const other = await service.createMerchant();
    const theirs = await createPaid(service, {}, { key: other.testKey });
    const unknown = theirs.payment_id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
    for (const payment_id of [theirs.payment_id, unknown, 'pay_1', 'ref_1', '']) {
      expectFailure(await post({ payment_id }), { status: 404, code: 'PAYMENT_NOT_FOUND' });
    }
  });

  it('of a live payment with a test key is KEY_ENVIRONMENT_MISMATCH', async () => {
    const { payment_id } = await createPaid(service);
    await forcePayment(service, payment_id, { environment: 'live' });
    expectFailure(await post({ payment_id }), { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });

  it('with a publishable key is FORBIDDEN', async () => {
    const { payment_id } = await createPaid(service);
    expectFailure(await post({ payment_id }, service.publishableKey), { status: 403, code: 'FORBIDDEN' });
  });
});
