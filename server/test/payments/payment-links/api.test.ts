import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, tokens } from '../../../src/lib/chains/registry.ts';
import { visit } from '../../pages/checkout/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createButton, createPayment, withoutLimits } from '../buttons/support.ts';
import { createLink, fixed, free, open, paymentIdOf, submit } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: manualClock(), ...withoutLimits });
});
afterAll(() => service.stop());

const post = (body: unknown, options = {}) => service.call('POST', '/payment_links', { body, ...options });
const get = async (linkId: string) => (await service.call('GET', `/payment_links/${linkId}`)).json.data;

describe('POST /payment_links', () => {
  it('answers 201 with an active link; what was not supplied is null, {} or all', async () => {
    const made = await createLink(service, fixed);
    const { payment_link_id: linkId } = made;
    expect(made).toEqual({
      payment_link_id: expect.stringMatching(/^plink_[0-9a-hjkmnp-tv-z]{26}$/),
      url: `${service.ctx.config.publicUrl}/pay/${linkId}`,
      status: 'active',
      ...fixed,
      minimum_amount: null,
      maximum_amount: null,
      suggested_amount: null,
      description: null,
      metadata: {},
      redirect_url: null,
      cancel_url: null,
      expiration_minutes: null,
      accepted_chains: chainIds,
      accepted_tokens: tokens,
      max_payments: null,
      expires_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      completed_payments: 0,
    });
    expect(await get(linkId)).toEqual(made);
  });

  it('keeps every field as it was sent', async () => {
    const full = {
      ...free,
      suggested_amount: '20.00',
      description: 'For the roof',
      metadata: { campaign: 'roof', count: 2 },
      redirect_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/',
      expiration_minutes: 60,
      accepted_chains: ['base', 'polygon'],
      accepted_tokens: ['USDC'],
      max_payments: 10_000,
      expires_at: '2026-03-02T00:00:00.000Z',
    };
    expect(await createLink(service, full)).toMatchObject({ ...full, amount: null });
  });

  it.each([
    [{ amount: '0.10' }, 'AMOUNT_TOO_SMALL', 'amount'],
    [{ amount: '1e2' }, 'INVALID_AMOUNT', 'amount'],
    [{ amount: '5.00', minimum_amount: '5.00' }, 'INVALID_AMOUNT', 'minimum_amount'],
    [{ amount: '5.00', suggested_amount: '5.00' }, 'INVALID_AMOUNT', 'suggested_amount'],
    [{ minimum_amount: '0.10' }, 'AMOUNT_TOO_SMALL', 'minimum_amount'],
    [{ maximum_amount: '100000.01' }, 'AMOUNT_TOO_LARGE', 'maximum_amount'],
    [{ minimum_amount: '6.00', maximum_amount: '5.99' }, 'INVALID_AMOUNT', 'maximum_amount'],
    [{ minimum_amount: '6.00', suggested_amount: '5.99' }, 'INVALID_AMOUNT', 'suggested_amount'],
    [{ maximum_amount: '6.00', suggested_amount: '6.01' }, 'INVALID_AMOUNT', 'suggested_amount'],
    [{ currency: 'JPY' }, 'INVALID_CURRENCY', 'currency'],
    [{ name: '' }, 'INVALID_PARAMETER', 'name'],
    [{ max_payments: 0 }, 'INVALID_PARAMETER', 'max_payments'],
    [{ max_payments: 10_001 }, 'INVALID_PARAMETER', 'max_payments'],
    [{ expires_at: '2026-03-01T12:00:00Z' }, 'INVALID_PARAMETER', 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'INVALID_PARAMETER', 'expires_at'],
    [{ accepted_chains: ['solana'], accepted_tokens: ['BUSD'] }, 'INVALID_TOKEN', 'accepted_tokens'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'])) },
      'METADATA_TOO_LARGE',
      'metadata',
    ],
  ] as const)('refuses %j', async (wrong, code, field) => {
    const answer = await post({ name: 'Donation', currency: 'USD', ...wrong });
    expectRefusal(answer, code);
    expect(answer.json.error.details.field).toBe(field);
  });

  it('the same Idempotency-Key makes one link, also when sent at once', async () => {
    const headers = { 'idempotency-key': 'link-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(fixed, { headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expectRefusal(await post({ ...fixed, name: 'Tea' }, { headers }), 'IDEMPOTENCY_CONFLICT');
  });
});

describe('a payment link', () => {
  it("is refused when the merchant's default tokens are on none of its chains", async () => {
    const { merchantId, testKey: key } = await service.createMerchant();
    await service.ctx.db`
      update merchants set default_accepted_tokens = '{USDT}' where merchant_id = ${merchantId}`;
    expectRefusal(await post({ ...fixed, accepted_chains: ['base'] }, { key }), 'INVALID_TOKEN');
  });

  it('is listed, by status too, and is turned off and on', async () => {
    const shop = await service.createMerchant();
    const key = shop.testKey;
    const first = await createLink(service, fixed, { key });
    const second = await createLink(service, free, { key });
    const path = `/payment_links/${first.payment_link_id}`;
    const off = await service.call('PATCH', path, { key, body: { status: 'inactive' } });
    expect(off.json.data).toEqual({ ...first, status: 'inactive' });
    const list = async (query: string) =>
      (await service.call('GET', `/payment_links${query}`, { key })).json.data.map(
        ({ payment_link_id: id }: { payment_link_id: string }) => id,
      );
    expect(await list('')).toEqual([second.payment_link_id, first.payment_link_id]);
    expect(await list('?status=inactive')).toEqual([first.payment_link_id]);
    expect(await list(`?starting_after=${second.payment_link_id}`)).toEqual([first.payment_link_id]);
    const on = await service.call('PATCH', path, { key, body: { status: 'active' } });
    expect(on.json.data.status).toBe('active');
  });

  it('belongs to its merchant and its environment', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    const other = await service.createMerchant();
    for (const path of [`/payment_links/${linkId}`, `/payment_links/${linkId}/payments`]) {
      expectRefusal(await service.call('GET', path, { key: other.testKey }), 'PAYMENT_LINK_NOT_FOUND');
      expectRefusal(await service.call('GET', path, { key: service.liveKey }), 'KEY_ENVIRONMENT_MISMATCH');
    }
    const body = { status: 'inactive' };
    const change = (key: string) => service.call('PATCH', `/payment_links/${linkId}`, { key, body });
    expectRefusal(await change(other.testKey), 'PAYMENT_LINK_NOT_FOUND');
    expectRefusal(await change(service.liveKey), 'KEY_ENVIRONMENT_MISMATCH');
    expect((await get(linkId)).status).toBe('active');
  });

  it('is no button, and a button is no payment link', async () => {
    const shop = await service.createMerchant();
    const key = shop.testKey;
    const { payment_link_id: linkId } = await createLink(service, fixed, { key });
    const { button_id: buttonId } = await createButton(service, {}, { key });
    const { payment_id: pressed } = await createPayment(service, buttonId, { key });
    const ask = (path: string) => service.call('GET', path, { key });
    const buttons = (await ask('/buttons?status=active')).json.data;
    expect(buttons.map(({ button_id: id }: { button_id: string }) => id)).toEqual([buttonId]);
    const links = (await ask('/payment_links')).json.data;
    expect(links.map(({ payment_link_id: id }: { payment_link_id: string }) => id)).toEqual([linkId]);
    for (const path of [`/buttons/${linkId}`, `/buttons/${linkId}/payments/${pressed}`])
      expectRefusal(await ask(path), 'BUTTON_NOT_FOUND');
    expectRefusal(await ask(`/buttons?starting_after=${linkId}`), 'BUTTON_NOT_FOUND');
    for (const path of [`/payment_links/${buttonId}`, `/payment_links/${buttonId}/payments`])
      expectRefusal(await ask(path), 'PAYMENT_LINK_NOT_FOUND');
    expectRefusal(await ask(`/payment_links?ending_before=${buttonId}`), 'PAYMENT_LINK_NOT_FOUND');
    expect((await open(service, buttonId)).status).toBe(404);
    expect((await submit(service, buttonId)).status).toBe(404);
  });

  it('counts and lists its payments, retries of failed ones too', async () => {
    const { payment_link_id: linkId } = await createLink(service, fixed);
    const made = [
      paymentIdOf(await submit(service, linkId)),
      paymentIdOf(await submit(service, linkId)),
      paymentIdOf(await submit(service, linkId)),
    ];
    for (const [index, outcome] of ['complete', 'fail'].entries())
      await service.call('POST', `/payments/${made[index]}/simulate`, { body: { outcome } });
    made.push((await visit(service, 'POST', `${made[1]}/retry`)).json.data.payment_id);
    expect(await get(linkId)).toMatchObject({ completed_payments: 1 });
    const listed = await service.call('GET', `/payment_links/${linkId}/payments?limit=3`);
    expect(listed.json.has_more).toBe(true);
    const rest = await service.call('GET', `/payment_links/${linkId}/payments?starting_after=${made[1]}`);
    const ids = [...listed.json.data, ...rest.json.data].map(({ payment_id: id }) => id);
    expect(ids).toEqual(made.toReversed());
  });
});
