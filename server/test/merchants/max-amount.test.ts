import { afterAll, beforeAll, expect, it } from 'vitest';
import { setMaxAmount } from '../../src/merchants/merchants.ts';
import { until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

const price = { currency: 'USD' };
const pay = (amount: string, key?: string) =>
  service.call('POST', '/payments', { body: { amount, ...price }, ...(key ? { key } : {}) });

it('a merchant has a maximum of its own, for payments, buttons and invoices', async () => {
  const { merchantId, testKey: key } = await service.createMerchant();
  expect((await pay('100000.01', key)).json.error.code).toBe('AMOUNT_TOO_LARGE');
  await setMaxAmount(service.ctx, merchantId, '250000.00');
  // Keys are looked up once a second.
  await until(async () => (await pay('250000.00', key)).status === 201);
  const refusal = {
    status: 422,
    json: {
      error: {
        code: 'AMOUNT_TOO_LARGE',
        message: 'The amount is above your maximum of 250000.00 USD.',
        details: { field: 'amount', max: '250000.00 USD' },
      },
    },
  };
  expect(await pay('250000.01', key)).toMatchObject(refusal);
  const button = (amount: string) =>
    service.call('POST', '/buttons', { key, body: { name: 'A house', amount, ...price } });
  expect(await button('250000.00')).toMatchObject({ status: 201 });
  expect(await button('250000.01')).toMatchObject(refusal);
  const invoice = (unit_price: string) =>
    service.call('POST', '/invoices', {
      key,
      body: { ...price, line_items: [{ description: 'A house', quantity: 1, unit_price }] },
    });
  expect(await invoice('250000.00')).toMatchObject({ status: 201 });
  expect((await invoice('250000.01')).json.error.code).toBe('AMOUNT_TOO_LARGE');

  await setMaxAmount(service.ctx, merchantId, '20.00');
  await until(async () => (await pay('20.01', key)).json.error?.code === 'AMOUNT_TOO_LARGE');
  expect((await pay('100000.01')).json.error.message, 'others are not concerned').toContain('100,000.00');
});

it.each(['', '-1', '0.49', '1e6', '100000000.01', '10.001'])('"%s" is no maximum', async (amount) => {
  await expect(setMaxAmount(service.ctx, service.merchantId, amount)).rejects.toThrow('--max-amount must be');
});
