import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectFailure,
  forcePayment,
  getPayment,
  minimal,
  randomAt,
  unlimited,
} from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { failedPayment, noPublicLimits, openPayment, post, stateOf, usdc } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
  });
});
afterAll(() => service.stop());

const terms = {
  amount: '25.00',
  currency: 'EUR',
  description: 'Two tickets',
  metadata: { order: 'A-1', count: 2 },
  redirect_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  accepted_chains: ['base', 'bsc'],
  accepted_tokens: ['USDC'],
  customer_email: 'ada@example.com',
  checkout_options: { locale: 'fr' },
};

describe('retrying a failed payment', () => {
  it('makes a pending payment with the same terms and as much time', async () => {
    const id = await failedPayment(service, { ...terms, reference_id: 'order-1', expiration_minutes: 7 });
    clock.advance(3_600_000);
    const { status, json } = await post(service, `${id}/retry`, {});
    expect(status).toBe(201);
    const retryId = json.data.payment_id;
    expect(json.data).toEqual({
      payment_id: expect.stringMatching(/^pay_/),
      checkout_url: `${service.ctx.config.publicUrl}/checkout/${retryId}`,
    });
    const { checkout_options, ...shown } = terms;
    expect(await getPayment(service, retryId)).toMatchObject({
      ...shown,
      status: 'pending',
      reference_id: 'order-1',
      created_at: clock.now().toISOString(),
      expires_at: new Date(clock.nowMs() + 7 * 60_000).toISOString(),
    });
    expect((await stateOf(service, retryId)).locale).toBe(checkout_options.locale);
    expect((await stateOf(service, id)).retry_url).toBe(json.data.checkout_url);
  });

  it('happens once, however often and from however many tabs it is asked for', async () => {
    const id = await failedPayment(service, { reference_id: 'order-2' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(service, `${id}/retry`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => JSON.parse(text).data.payment_id)).size).toBe(1);
    expect((await post(service, `${id}/retry`, {})).json.data).toEqual(answers[0]?.json.data);
    expect(await service.ctx.db`select 1 from payments where retried_from = ${id}`).toHaveLength(1);
  });

  it('shares the reference: a filter finds both, and nobody else may use it', async () => {
    const id = await failedPayment(service, { reference_id: 'order-3' });
    const { json } = await post(service, `${id}/retry`, {});
    const list = await service.call('GET', '/payments?reference_id=order-3');
    expect(list.json.data.map((item: { payment_id: string }) => item.payment_id)).toEqual([
      json.data.payment_id,
      id,
    ]);
    const taken = await service.call('POST', '/payments', { body: { ...minimal, reference_id: 'order-3' } });
    expectFailure(taken, { status: 409, code: 'DUPLICATE_REFERENCE', field: 'reference_id' });
  });

  it('waits for a person, fails or completes like any other, and can be retried itself', async () => {
    const id = await failedPayment(service, { amount: '6.66', reference_id: 'order-4' });
    const second = (await post(service, `${id}/retry`, {})).json.data.payment_id;
    clock.advance(60_000);
    await service.runDue();
    expect((await stateOf(service, second)).status).toBe('pending');
    await post(service, `${second}/pay`, usdc);
    clock.advance(2000);
    await service.runDue();
    expect((await stateOf(service, second)).status).toBe('failed');
    const third = (await post(service, `${second}/retry`, {})).json.data.payment_id;
    expect(new Set([id, second, third]).size).toBe(3);
  });

  it('expires at its own deadline', async () => {
    const id = await failedPayment(service, { expiration_minutes: 5 });
    const retryId = (await post(service, `${id}/retry`, {})).json.data.payment_id;
    clock.advance(5 * 60_000);
    await service.runDue();
    expect((await stateOf(service, retryId)).status).toBe('expired');
  });

  it.each([
    ['pending', 422, 'INVALID_PARAMETER'],
    ['processing', 409, 'PAYMENT_ALREADY_COMPLETED'],
    ['completed', 409, 'PAYMENT_ALREADY_COMPLETED'],
    ['expired', 409, 'PAYMENT_EXPIRED'],
  ] as const)('is not for a %s payment', async (state, status, code) => {
    const id = await openPayment(service);
    await forcePayment(service, id, { status: state });
    expectFailure(await post(service, `${id}/retry`, {}), {
      status,
      code,
      ...(status === 422 ? { field: 'payment_id' } : {}),
    });
    expect(await service.ctx.db`select 1 from payments where retried_from = ${id}`).toHaveLength(0);
  });
});
