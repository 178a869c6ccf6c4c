import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, tokens } from '../../../src/lib/chains/registry.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { badFields } from './fields.ts';
import { createButton, expectRefused, full, minimal, press, withoutLimits } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: manualClock(), ...withoutLimits });
});
afterAll(() => service.stop());

const post = (body: unknown, options = {}) => service.call('POST', '/buttons', { body, ...options });

describe('POST /buttons', () => {
  it('answers 201 with an active button; what was not supplied is null, {} or all', async () => {
    const answer = await post(minimal);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      success: true,
      data: {
        button_id: expect.stringMatching(/^btn_[0-9a-hjkmnp-tv-z]{26}$/),
        status: 'active',
        ...minimal,
        description: null,
        metadata: {},
        redirect_url: null,
        cancel_url: null,
        expiration_minutes: null,
        accepted_chains: chainIds,
        accepted_tokens: tokens,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
    });
  });

  it('keeps every field as it was sent, and shows it again', async () => {
    const made = await createButton(service, full);
    expect(made).toMatchObject(full);
    const shown = await service.call('GET', `/buttons/${made.button_id}`);
    expect(shown.json.data).toEqual(made);
    expect(Object.keys(shown.json.data.metadata)).toEqual(['order', 'count']);
  });

  it('takes the values at the edges', async () => {
    for (const amount of ['0.50', '100000', '100000.00', '7.5']) await createButton(service, { amount });
    for (const expiration_minutes of [5, 1440]) await createButton(service, { expiration_minutes });
    await createButton(service, { name: '😀'.repeat(100), description: 'é'.repeat(500) });
    expect(await createButton(service, { amount: '7' })).toMatchObject({ amount: '7.00' });
    expect(await createButton(service, { accepted_chains: ['base', 'base'] })).toMatchObject({
      accepted_chains: ['base'],
    });
  });

  it.each(badFields)('%s, %s, is refused', async (field, _what, value, code) => {
    await expectRefused(service, () => post({ ...full, [field]: value }), code, field);
  });

  it.each(['name', 'amount', 'currency'])('%s is required, and null is missing', async (field) => {
    for (const body of [
      { ...full, [field]: undefined },
      { ...full, [field]: null },
    ])
      await expectRefused(service, () => post(body), 'MISSING_REQUIRED_FIELD', field);
  });

  it('a metadata value over 500 characters is METADATA_TOO_LARGE', async () => {
    const metadata = { note: 'x'.repeat(501) };
    await expectRefused(service, () => post({ ...minimal, metadata }), 'METADATA_TOO_LARGE', 'metadata.note');
  });

  it('tokens that exist on none of the chains are refused: nobody could pay', async () => {
    const body = { ...minimal, accepted_chains: ['solana'], accepted_tokens: ['BUSD'] };
    await expectRefused(service, () => post(body), 'INVALID_TOKEN', 'accepted_tokens');
  });

  it('the first wrong field is the one reported', async () => {
    const body = { ...minimal, name: '', amount: '0.10', cancel_url: 'x' };
    await expectRefused(service, () => post(body), 'INVALID_PARAMETER', 'name');
    await expectRefused(service, () => post({ ...body, name: 'x' }), 'AMOUNT_TOO_SMALL', 'amount');
  });

  it('limits hold in every currency at the rate of now', async () => {
    expectRefusal(await post({ ...minimal, amount: '0.50', currency: 'CAD' }), 'AMOUNT_TOO_SMALL');
    expectRefusal(await post({ ...minimal, amount: '100000.00', currency: 'EUR' }), 'AMOUNT_TOO_LARGE');
  });

  it('a status, an id and other unknown fields are ignored', async () => {
    const made = await createButton(service, { status: 'inactive', button_id: 'btn_mine', x: 1 });
    expect(made).toMatchObject({ status: 'active', button_id: expect.not.stringContaining('mine') });
    expect(made).not.toHaveProperty('x');
  });

  it.each([undefined, '', '[]', 'null', '{'])(
    'a body that is no JSON object (%s) is INVALID_JSON',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      await expectRefused(service, () => service.call('POST', '/buttons', { body, headers }), 'INVALID_JSON');
    },
  );

  it('the same Idempotency-Key makes one button, also when sent at once, and another body is a conflict', async () => {
    const headers = { 'idempotency-key': 'button-1' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(minimal, { headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
    expectRefusal(await post({ ...minimal, name: 'Other' }, { headers }), 'IDEMPOTENCY_CONFLICT');
  });

  it('the chains and tokens of the settings are those of a button that names none', async () => {
    const shop = await service.createMerchant();
    await service.ctx.db`
      update merchants set default_accepted_chains = '{polygon}', default_accepted_tokens = '{USDC,USDT}'
      where merchant_id = ${shop.merchantId}`;
    const made = await createButton(service, {}, { key: shop.testKey });
    expect(made).toMatchObject({ accepted_chains: ['polygon'], accepted_tokens: ['USDC', 'USDT'] });
  });

  it('works with a live key before a chain is configured; only taking money does not', async () => {
    const key = service.liveKey;
    const { button_id } = await createButton(service, {}, { key });
    expectRefusal(await post({ ...minimal, amount: '0.01' }, { key }), 'AMOUNT_TOO_SMALL');
    await expectRefused(service, () => press(service, button_id, { key }), 'SERVICE_UNAVAILABLE');
  });
});
