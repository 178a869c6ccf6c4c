import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setFee } from '../../../src/merchants/merchants.ts';
import { changeSettlement } from '../../../src/treasury/payouts/settings/settings.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { createPayment, randomAt, unlimited } from '../../payments/support.ts';
import { manualClock, passSeconds } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { settleTo } from './support.ts';

const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const pass = (seconds: number) => passSeconds(service, clock, seconds);

const withKey = () => ({ key: shop.testKey });
const paid = (amount: string, chain = 'base', token = 'USDC') =>
  createPaid(
    service,
    { amount, currency: 'USD', accepted_chains: [chain], accepted_tokens: [token] },
    withKey(),
  );
const none = { in_transit: '0.000000', refunding: '0.000000', missing: '0.000000', currency: 'USD' };
const balances = async (key = shop.testKey) => (await service.call('GET', '/balances', { key })).json;
const refund = (paymentId: string, amount: string) =>
  service.call('POST', '/refunds', { ...withKey(), body: { payment_id: paymentId, amount } });

describe('what the dashboard says can be paid out', () => {
  it('is what a payout takes, without what a refund that waits for an address has taken', async () => {
    const owner = await settleTo(service, shop.merchantId, { schedule: 'manual' });
    const { payment_id } = await paid('10.00');
    const waiting = await refund(payment_id, '4.04');
    expect(waiting.json.data.waiting_for, waiting.text).toBe('address');
    const [{ available, refunding, payable }] = (await owner.call('GET', '/balances')).json.data;
    expect([available, refunding, payable.token_amount]).toEqual(['5.960000', '4.040000', '5.960000']);
    const body = { chain: 'base', token: 'USDC' };
    const payout = await service.call('POST', '/payouts', { ...withKey(), body });
    expect(payout.json.data.token_amount, payout.text).toBe(payable.token_amount);
  });
});

describe('GET /balances', () => {
  it('of a merchant without payments is empty', async () => {
    expect(await balances()).toEqual({ success: true, data: [], has_more: false });
  });

  it('lists each chain and token that was paid in, in the order of the chains', async () => {
    await paid('3.00', 'bsc', 'USDT');
    await paid('10.00');
    await paid('2.00');
    await paid('30.00', 'base', 'ETH');
    expect((await balances()).data).toEqual([
      {
        chain: 'base',
        token: 'ETH',
        available: expect.stringMatching(/^0\.\d{6}$/),
        pending: '0.000000',
        amount: '30.00',
        ...none,
      },
      {
        chain: 'base',
        token: 'USDC',
        available: '12.000000',
        pending: '0.000000',
        amount: '12.00',
        ...none,
      },
      { chain: 'bsc', token: 'USDT', available: '3.000000', pending: '0.000000', amount: '3.00', ...none },
    ]);
  });

  it('shows a payment as pending from the moment it is seen until it completes', async () => {
    const body = { amount: '7.00', currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'] };
    await createPayment(service, body, withKey());
    expect((await balances()).data).toEqual([]);
    await pass(2);
    const usdc = { chain: 'base', token: 'USDC' };
    expect((await balances()).data).toEqual([
      { ...usdc, available: '0.000000', pending: '7.000000', amount: '0.00', ...none },
    ]);
    await pass(3);
    expect((await balances()).data).toEqual([
      { ...usdc, available: '7.000000', pending: '0.000000', amount: '7.00', ...none },
    ]);
  });

  it('says what it is worth in the currency of the settings, and nothing without a price', async () => {
    await paid('30.00', 'base', 'ETH');
    const rates = service.ctx.rates.test;
    const own = { merchant_id: shop.merchantId, environment: 'test' } as const;
    await service.ctx.db.begin((tx) => changeSettlement(service.ctx, tx, own, { currency: 'EUR' }));
    const perEuro = Number(rates.usdPerCurrency('EUR')) / Number(rates.usdPerCurrency('USD'));
    const [euros] = (await balances()).data;
    expect(euros.currency).toBe('EUR');
    expect(Math.abs(Number(euros.amount) - 30 / perEuro)).toBeLessThan(0.02);
    service.ctx.rates.test = { ...rates, usdPerToken: () => null };
    expect((await balances()).data[0]).toMatchObject({ amount: null, currency: 'EUR' });
    service.ctx.rates.test = rates;
  });

  it('takes a refund off at once with its share of the fee, and gives it back if it fails', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    const { payment_id } = await paid('10.00');
    const available = async () => (await balances()).data[0].available;
    expect(await available()).toBe('9.900000');
    await refund(payment_id, '6.66');
    expect(await available()).toBe('3.306600');
    expect((await balances()).data[0].refunding).toBe('6.660000');
    await pass(4);
    expect(await available()).toBe('9.900000');
    await refund(payment_id, '10.00');
    expect(await available()).toBe('0.000000');
    await pass(4);
    expect((await balances()).data[0]).toMatchObject({ available: '0.000000', refunding: '0.000000' });
  });

  it('belongs to the merchant and the environment of the key', async () => {
    await paid('10.00');
    expect((await balances(shop.liveKey)).data).toEqual([]);
    expect((await balances((await service.createMerchant()).testKey)).data).toEqual([]);
    expect((await balances(shop.publishableKey)).error.code).toBe('FORBIDDEN');
  });
});
