import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, stateOf, usdc, visit } from '../../pages/checkout/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createPayment as createPlainPayment, getPayment, statusOf } from '../support.ts';
import { createButton, createPayment, expectRefused, full, patch, press, withoutLimits } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, ...withoutLimits });
});
afterAll(() => service.stop());

const publicState = async (buttonId: string, paymentId: string) =>
  (await service.call('GET', `/buttons/${buttonId}/payments/${paymentId}`, { key: service.publishableKey }))
    .json.data;

describe('POST /buttons/:button_id/payments', () => {
  it('answers 201 with the public state of a payment, and no more than that', async () => {
    const { button_id } = await createButton(service, full);
    const answer = await press(service, button_id, { body: { customer_email: 'ada@example.com' } });
    expect(answer.status, answer.text).toBe(201);
    const { payment_id } = answer.json.data;
    expect(answer.json.data).toEqual({
      payment_id: expect.stringMatching(/^pay_/),
      button_id,
      status: 'pending',
      amount: '49.99',
      currency: 'USD',
      checkout_url: `${service.ctx.config.publicUrl}/checkout/${payment_id}`,
      expires_at: new Date(clock.nowMs() + 60 * 60_000).toISOString(),
      created_at: clock.now().toISOString(),
    });
    expect(await publicState(button_id, payment_id)).toEqual(answer.json.data);
  });

  it('gives the payment the terms of the button, and what the customer said', async () => {
    const { button_id } = await createButton(service, full);
    const body = { customer_email: 'ada@example.com', checkout_options: { locale: 'ja' } };
    const { payment_id } = await createPayment(service, button_id, { body });
    const { name: _, expiration_minutes: __, ...terms } = full;
    expect(await getPayment(service, payment_id)).toMatchObject({
      ...terms,
      customer_email: 'ada@example.com',
      reference_id: null,
    });
    expect(await stateOf(service, payment_id)).toMatchObject({
      locale: 'ja',
      customer_email: 'ada@example.com',
    });
  });

  it('without a description the payment is described by the name; expiry and ways are the usual ones', async () => {
    const { button_id } = await createButton(service);
    const { payment_id, expires_at } = await createPayment(service, button_id);
    const payment = await getPayment(service, payment_id);
    const plain = await createPlainPayment(service);
    expect(payment.description).toBe('Two tickets');
    expect(expires_at).toBe(plain.expires_at);
    expect(payment.accepted_chains).toEqual(plain.accepted_chains);
    expect(payment.accepted_tokens).toEqual(plain.accepted_tokens);
  });

  it('takes no price, and nothing else but what a customer may say, from whoever calls', async () => {
    const { button_id } = await createButton(service, full);
    const body = {
      amount: '0.50',
      currency: 'CAD',
      description: 'Mine',
      metadata: { paid: true },
      reference_id: 'order-1',
      redirect_url: 'https://evil.example',
      cancel_url: 'https://evil.example',
      expiration_minutes: 1440,
      accepted_chains: ['bsc'],
      accepted_tokens: ['BNB'],
      status: 'completed',
      opener_origin: 'https://evil.example',
      openerOrigin: 'https://evil.example',
    };
    const { name: _, expiration_minutes: __, ...terms } = full;
    for (const key of [service.publishableKey, service.testKey]) {
      const { payment_id, amount, currency } = await createPayment(service, button_id, { key, body });
      expect([amount, currency]).toEqual(['49.99', 'USD']);
      expect(await getPayment(service, payment_id)).toMatchObject({ ...terms, reference_id: null });
      expect((await stateOf(service, payment_id)).opener_origin).toBe(null);
    }
  });

  it.each([
    ['INVALID_EMAIL', 'customer_email', { customer_email: 'ada' }],
    ['INVALID_PARAMETER', 'checkout_options', { checkout_options: 'ja' }],
    ['INVALID_PARAMETER', 'checkout_options.locale', { checkout_options: { locale: 'xx' } }],
  ] as const)('%s for a wrong %s', async (code, field, body) => {
    const { button_id } = await createButton(service);
    await expectRefused(service, () => press(service, button_id, { body }), code, field);
  });

  it.each(['[]', 'null', '{', ''])('a body that is no JSON object (%s) is INVALID_JSON', async (body) => {
    const { button_id } = await createButton(service);
    const headers = { 'content-type': 'application/json' };
    await expectRefused(service, () => press(service, button_id, { body, headers }), 'INVALID_JSON');
  });

  it('an inactive button is BUTTON_INACTIVE until it is active again; its payments go on', async () => {
    const { button_id } = await createButton(service);
    const { payment_id } = await createPayment(service, button_id);
    await patch(service, button_id, { status: 'inactive' });
    for (const key of [service.publishableKey, service.testKey])
      await expectRefused(service, () => press(service, button_id, { key }), 'BUTTON_INACTIVE');
    expect((await publicState(button_id, payment_id)).status).toBe('pending');
    await patch(service, button_id, { status: 'active' });
    await createPayment(service, button_id);
  });

  it('an unknown button is BUTTON_NOT_FOUND', async () => {
    await expectRefused(service, () => press(service, 'btn_00000000000000000000000000'), 'BUTTON_NOT_FOUND');
  });
});

describe('the public state of a payment', () => {
  it('shows it being paid, and when it was', async () => {
    const { button_id } = await createButton(service, full);
    const created = await createPayment(service, button_id);
    const { payment_id } = created;
    await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
    expect(await publicState(button_id, payment_id)).toEqual({
      ...created,
      status: 'completed',
      completed_at: clock.now().toISOString(),
    });
  });

  it('is PAYMENT_NOT_FOUND for a payment of another button, or of none', async () => {
    const one = await createButton(service);
    const other = await createButton(service);
    const { payment_id } = await createPayment(service, one.button_id);
    const plain = await createPlainPayment(service);
    for (const id of [payment_id, plain.payment_id, 'pay_x', 'pay_00000000000000000000000000'])
      for (const key of [service.publishableKey, service.testKey])
        expectRefusal(
          await service.call('GET', `/buttons/${other.button_id}/payments/${id}`, { key }),
          'PAYMENT_NOT_FOUND',
        );
  });
});

describe('test amounts', () => {
  it('4.09 answers 409 as a payment does, and makes none', async () => {
    const { button_id } = await createButton(service, { amount: '4.09' });
    await expectRefused(service, () => press(service, button_id), 'DUPLICATE_REFERENCE');
  });

  it('0.01 is allowed, and completes once a person pays', async () => {
    const { button_id } = await createButton(service, { amount: '0.01' });
    const { payment_id } = await createPayment(service, button_id);
    await service.runDue();
    expect(await statusOf(service, payment_id)).toBe('pending');
    await post(service, `${payment_id}/pay`, usdc);
    await service.runDue();
    expect((await publicState(button_id, payment_id)).status).toBe('completed');
  });

  it('no simulated customer comes, whichever key made the payment', async () => {
    const { button_id } = await createButton(service);
    const made = [];
    for (const key of [service.publishableKey, service.testKey])
      made.push((await createPayment(service, button_id, { key })).payment_id);
    clock.advance(10_000);
    await service.runDue();
    for (const id of made) expect(await statusOf(service, id)).toBe('pending');
    clock.advance(31 * 60_000);
    await service.runDue();
    for (const id of made) expect((await publicState(button_id, id)).status).toBe('expired');
  });
});

describe('Idempotency-Key', () => {
  it('makes one payment of any number of presses, also at once', async () => {
    const { button_id } = await createButton(service);
    const options = {
      headers: { 'idempotency-key': 'press-1' },
      body: { customer_email: 'ada@example.com' },
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(service, button_id, options)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
    const rows = await service.ctx
      .db`select 1 from payment_link_payments where payment_link_id = ${button_id}`;
    expect(rows).toHaveLength(1);
    await patch(service, button_id, { status: 'inactive', amount: '60.00' });
    expect((await press(service, button_id, options)).text).toBe(answers[0]?.text);
  });

  it('with another body is a conflict that names the key as it was sent', async () => {
    const { button_id } = await createButton(service);
    const headers = { 'idempotency-key': 'press-2' };
    await createPayment(service, button_id, { headers });
    const again = await press(service, button_id, { headers, body: { customer_email: 'ada@example.com' } });
    expectRefusal(again, 'IDEMPOTENCY_CONFLICT');
    expect(again.json.error.details.provided).toBe('press-2');
  });

  it('of a page takes no name away from the merchant, whose key is secret', async () => {
    const { button_id } = await createButton(service);
    const headers = { 'idempotency-key': 'order-1001' };
    await createPayment(service, button_id, { headers });
    await createPlainPayment(service, {}, { headers });
    const own = await createPayment(service, button_id, {
      key: service.testKey,
      headers: { 'idempotency-key': 'o2' },
    });
    const pages = await createPayment(service, button_id, { headers: { 'idempotency-key': 'o2' } });
    expect(pages.payment_id).not.toBe(own.payment_id);
  });
});

describe('opener_origin', () => {
  const originOf = async (origin: string | undefined, key = service.publishableKey) => {
    const { button_id } = await createButton(service);
    const headers = origin === undefined ? {} : { origin };
    const { payment_id } = await createPayment(service, button_id, { key, headers });
    return (await stateOf(service, payment_id)).opener_origin;
  };

  it.each(['https://shop.example', 'http://localhost:3000', 'https://xn--bcher-kva.example:8443'])(
    '%s, as the browser sent it, is in the state of the checkout',
    async (origin) => {
      expect(await originOf(origin)).toBe(origin);
      expect(await originOf(origin, service.testKey)).toBe(origin);
    },
  );

  it.each([
    undefined,
    'null',
    '*',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://SHOP.example',
    'https://a.example, https://b.example',
    'https://user@shop.example',
    'javascript:alert(1)',
    'file://',
    'chrome-extension://abcdefgh',
    `https://${'x'.repeat(300)}.example`,
  ])('is null when the header is %s', async (origin) => {
    expect(await originOf(origin)).toBe(null);
  });

  it('is null for a payment of no button, whatever header made it', async () => {
    const headers = { origin: 'https://shop.example' };
    const { payment_id } = await createPlainPayment(service, {}, { headers });
    expect((await stateOf(service, payment_id)).opener_origin).toBe(null);
  });

  it('stays with the payment that takes the place of a failed one, which is of the button too', async () => {
    const { button_id } = await createButton(service);
    const origin = 'https://shop.example';
    const { payment_id } = await createPayment(service, button_id, { headers: { origin } });
    await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'fail' } });
    const retries = await Promise.all([1, 2, 3].map(() => visit(service, 'POST', `${payment_id}/retry`)));
    const ids = new Set(retries.map(({ json }) => json.data.payment_id));
    expect(ids.size).toBe(1);
    const [retryId = ''] = ids;
    expect((await stateOf(service, retryId)).opener_origin).toBe(origin);
    expect(await publicState(button_id, retryId)).toMatchObject({
      payment_id: retryId,
      button_id,
      status: 'pending',
    });
  });
});
