import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, tokens } from '../../../src/lib/chains/registry.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { getPayment } from '../support.ts';
import { badFields } from './fields.ts';
import {
  createButton,
  createPayment,
  expectRefused,
  full,
  minimal,
  patch,
  withoutLimits,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, ...withoutLimits });
});
afterAll(() => service.stop());

describe('PATCH /buttons/:button_id', () => {
  it.each([
    ['status', 'inactive'],
    ['name', 'One ticket'],
    ['amount', '25.00'],
    ['currency', 'EUR'],
    ['description', 'One ticket for Sunday'],
    ['metadata', { order: 'B-2' }],
    ['redirect_url', 'https://shop.example/done'],
    ['cancel_url', 'https://shop.example/back'],
    ['expiration_minutes', 5],
    ['accepted_chains', ['optimism']],
    ['accepted_tokens', ['USDC', 'USDT']],
  ])('changes %s and nothing else', async (field, value) => {
    const before = await createButton(service, full);
    clock.advance(1000);
    const answer = await patch(service, before.button_id, { [field]: value });
    expect(answer.status, answer.text).toBe(200);
    const updated_at = clock.now().toISOString();
    expect(answer.json.data).toEqual({ ...before, [field]: value, updated_at });
    expect((await service.call('GET', `/buttons/${before.button_id}`)).json).toEqual(answer.json);
  });

  it.each([
    ['description', null],
    ['metadata', {}],
    ['redirect_url', null],
    ['cancel_url', null],
    ['expiration_minutes', null],
    ['accepted_chains', chainIds],
    ['accepted_tokens', tokens],
  ])('null clears %s, as if it had never been sent', async (field, cleared) => {
    const { button_id } = await createButton(service, full);
    const answer = await patch(service, button_id, { [field]: null });
    expect(answer.json.data).toMatchObject({ ...full, [field]: cleared });
  });

  it('null leaves status, name, amount and currency as they are, and no field at all changes nothing', async () => {
    const before = await createButton(service, full);
    clock.advance(1000);
    for (const body of [{ status: null, name: null, amount: null, currency: null }, {}, { unknown: 1 }]) {
      const answer = await patch(service, before.button_id, body);
      expect(answer.json.data).toEqual(before);
    }
  });

  it.each([...badFields, ['status', 'unknown', 'deleted', 'INVALID_PARAMETER'] as const])(
    '%s, %s, is refused and nothing changes',
    async (field, _what, value, code) => {
      const { button_id } = await createButton(service, full);
      const body = { description: 'Other', [field]: value };
      await expectRefused(service, () => patch(service, button_id, body), code, field);
    },
  );

  it('a price is checked as it will be: a new currency with the amount there is, and the reverse', async () => {
    const small = await createButton(service, { amount: '0.50' });
    await expectRefused(
      service,
      () => patch(service, small.button_id, { currency: 'CAD' }),
      'AMOUNT_TOO_SMALL',
    );
    const euros = await createButton(service, { currency: 'EUR' });
    const raise = () => patch(service, euros.button_id, { amount: '100000.00' });
    await expectRefused(service, raise, 'AMOUNT_TOO_LARGE', 'amount');
    const both = await patch(service, euros.button_id, { amount: '100000.00', currency: 'USD' });
    expect(both.json.data).toMatchObject({ amount: '100000.00', currency: 'USD' });
  });

  it('chains and tokens are checked as they will be', async () => {
    const { button_id } = await createButton(service, { accepted_tokens: ['BUSD'] });
    await expectRefused(
      service,
      () => patch(service, button_id, { accepted_chains: ['base'] }),
      'INVALID_TOKEN',
    );
    expect((await patch(service, button_id, { accepted_chains: ['bsc'] })).status).toBe(200);
  });

  it('a wrong field comes before an unknown button', async () => {
    const unknown = 'btn_00000000000000000000000000';
    await expectRefused(service, () => patch(service, unknown, { name: '' }), 'INVALID_PARAMETER', 'name');
    await expectRefused(service, () => patch(service, unknown, { name: 'x' }), 'BUTTON_NOT_FOUND');
  });

  it('a new price is that of new payments; those made before keep theirs', async () => {
    const { button_id } = await createButton(service, full);
    const before = await createPayment(service, button_id);
    const change = {
      amount: '99.00',
      currency: 'EUR',
      description: null,
      name: 'Three tickets',
      metadata: null,
    };
    expect((await patch(service, button_id, change)).status).toBe(200);
    const after = await createPayment(service, button_id);
    expect(await getPayment(service, before.payment_id)).toMatchObject({
      amount: minimal.amount,
      currency: 'USD',
      description: full.description,
      metadata: full.metadata,
    });
    expect(await getPayment(service, after.payment_id)).toMatchObject({
      amount: '99.00',
      currency: 'EUR',
      description: 'Three tickets',
      metadata: {},
    });
  });
});

describe('changes at once', () => {
  it('two to different fields both stay', async () => {
    for (let round = 0; round < 10; round++) {
      const { button_id } = await createButton(service);
      const [first, second] = await Promise.all([
        patch(service, button_id, { amount: '20.00' }),
        patch(service, button_id, { name: 'Renamed', status: 'inactive' }),
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect((await service.call('GET', `/buttons/${button_id}`)).json.data).toMatchObject({
        amount: '20.00',
        name: 'Renamed',
        status: 'inactive',
      });
    }
  });

  it('of an amount and a currency that are each good alone and bad together, one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { button_id } = await createButton(service, { amount: '1.00', currency: 'USD' });
      const answers = await Promise.all([
        patch(service, button_id, { amount: '0.50' }),
        patch(service, button_id, { currency: 'CAD' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('a payment made beside a change has the old price or the new one, whole', async () => {
    const { button_id } = await createButton(service, { amount: '10.00', currency: 'USD' });
    const [, ...payments] = await Promise.all([
      patch(service, button_id, { amount: '20.00', currency: 'EUR' }),
      ...Array.from({ length: 10 }, () => createPayment(service, button_id)),
    ]);
    for (const { amount, currency } of payments)
      expect(['10.00 USD', '20.00 EUR']).toContain(`${amount} ${currency}`);
  });
});
