import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, signedInAs } from '../dashboard/support.ts';
import { post, usdc, visit } from '../pages/checkout/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, unlimited } from './support.ts';

const clock = manualClock();
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await signedInAs(service, 'owner');
});

const email = 'ada@example.com';
const simulate = (id: string, outcome: string) =>
  service.call('POST', `/payments/${id}/simulate`, { body: { outcome } });
const sendAgain = (id: string) => owner.call('POST', `/payments/${id}/receipt`);

async function receiptsOf(id: string) {
  return service.ctx.db<{ to_address: string; status: string; message: Record<string, unknown> }[]>`
    select to_address, status, message from emails
    where resource_id = ${id} and kind = 'payment_receipt' order by email_id`;
}

describe('a receipt', () => {
  it('is mailed once when the payment completes, with a link back', async () => {
    const { payment_id: id } = await createPayment(service, {
      customer_email: email,
      description: 'Two tickets',
      reference_id: 'order-7',
    });
    expect(await receiptsOf(id)).toEqual([]);
    await Promise.all([simulate(id, 'complete'), simulate(id, 'complete')]);
    const [receipt, ...others] = await receiptsOf(id);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ to_address: email, status: 'queued' });
    const payment = (await service.call('GET', `/payments/${id}`)).json.data;
    expect(receipt?.message).toEqual({
      kind: 'payment_receipt',
      locale: 'en',
      amount: '49.99',
      currency: 'USD',
      description: 'Two tickets',
      reference_id: 'order-7',
      paid_at: payment.completed_at,
      chain: payment.chain,
      token: payment.token,
      token_amount: payment.token_amount,
      tx_hash: payment.tx_hash,
      checkout_url: payment.checkout_url,
    });
  });

  it.each(['fail', 'expire'])(
    'is not mailed when the outcome is %s, nor without an address',
    async (outcome) => {
      const { payment_id: ended } = await createPayment(service, { customer_email: email });
      await simulate(ended, outcome);
      const { payment_id: anonymous } = await createPayment(service);
      await simulate(anonymous, 'complete');
      expect([...(await receiptsOf(ended)), ...(await receiptsOf(anonymous))]).toEqual([]);
    },
  );

  it.each([
    ['of the page', 'fr', undefined, 'fr'],
    ['that the merchant chose, whatever the page is in', 'fr', 'ja', 'ja'],
    ['English, where the page names none of ours', '*', undefined, 'en'],
  ])('is in the language %s', async (_which, page, chosen, expected) => {
    const { payment_id: id } = await createPayment(service, {
      customer_email: email,
      ...(chosen ? { checkout_options: { locale: chosen } } : {}),
    });
    const headers = { 'accept-language': page };
    const choice = await visit(service, 'POST', `${id}/choice`, { body: usdc, headers });
    expect(choice.status, choice.text).toBe(200);
    // What one browser's language was decides nothing for the next one.
    expect(choice.json.data.locale).toBe(chosen ?? null);
    await simulate(id, 'complete');
    expect((await receiptsOf(id))[0]?.message).toMatchObject({ locale: expected });
  });

  it('goes to the address that the customer gives at the checkout', async () => {
    const { payment_id: id } = await createPayment(service);
    await post(service, `${id}/email`, { customer_email: 'grace@example.com' });
    await simulate(id, 'complete');
    expect(await receiptsOf(id)).toMatchObject([{ to_address: 'grace@example.com' }]);
  });
});

describe('a member', () => {
  it('can send the receipt again, which is in the audit log', async () => {
    const { payment_id: id } = await createPayment(service, { customer_email: email });
    await simulate(id, 'complete');
    await service.call('POST', '/refunds', { body: { payment_id: id } });
    expect((await sendAgain(id)).json).toEqual({ success: true, data: { to: email } });
    const [first, second] = await receiptsOf(id);
    expect(second).toEqual(first);
    const { data } = (await owner.call('GET', '/audit?limit=1')).json;
    expect(data).toMatchObject([{ action: 'sendReceipt', resource_id: id }]);
  });

  it('cannot send one that there is none of, or that is not the merchant’s own', async () => {
    const { payment_id: pending } = await createPayment(service, { customer_email: email });
    expectRefusal(await sendAgain(pending), 'INVALID_PARAMETER');
    const { payment_id: anonymous } = await createPayment(service);
    await simulate(anonymous, 'complete');
    expectRefusal(await sendAgain(anonymous), 'INVALID_PARAMETER');
    const other = await service.createMerchant();
    const stranger = await signedInAs(service, 'owner', other.merchantId);
    expectRefusal(await stranger.call('POST', `/payments/${pending}/receipt`), 'PAYMENT_NOT_FOUND');
    expect(await receiptsOf(pending)).toEqual([]);
  });
});
