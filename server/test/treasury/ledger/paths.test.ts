import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setFee } from '../../../src/merchants/merchants.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { createPayment, randomAt, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { balances } from './support.ts';

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

/** Lets that many seconds pass, the workers running all the while. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await service.runDue();
  }
}

const onBase = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
const paid = (amount: string) =>
  createPaid(service, { amount, currency: 'USD', ...onBase }, { key: shop.testKey });
const usdc = (dollars: number) => BigInt(Math.round(dollars * 1e6));

async function balance(): Promise<bigint> {
  return -((await balances(service.ctx)).get(`merchant_balance ${shop.merchantId} base USDC`) ?? 0n);
}
const income = async () => -((await balances(service.ctx)).get('fee_income base USDC') ?? 0n);

async function postingsOf(source: string): Promise<string[]> {
  const rows = await service.ctx.db<{ line: string }[]>`
    select e.kind || ' ' || a.kind || ' ' || sum(units) as line from ledger_lines e
    join ledger_accounts a using (account_id) where source = ${source} group by e.kind, a.account_id order by 1`;
  return rows.map(({ line }) => line);
}

describe('a test payment', () => {
  it('that completes is the merchant’s balance', async () => {
    const { payment_id } = await paid('10.00');
    expect(await postingsOf(payment_id)).toEqual([
      'completion merchant_balance -10000000',
      'completion unapplied 10000000',
    ]);
    expect(await balance()).toBe(usdc(10));
  });

  it('of the simulated customer is posted too, once it is final', async () => {
    const options = { key: shop.testKey };
    const { payment_id } = await createPayment(
      service,
      { amount: '7.00', currency: 'USD', ...onBase },
      options,
    );
    await pass(2);
    expect(await balance()).toBe(0n);
    await pass(2);
    expect(await balance()).toBe(usdc(7));
    expect(await postingsOf(payment_id)).toHaveLength(2);
  });

  it.each(['nobody', 'another merchant'])(
    'is booked with a merchant’s first fee, when %s paid one in that token before',
    async () => {
      const onAvalanche = { accepted_chains: ['avalanche'], accepted_tokens: ['USDC'] };
      const create = () =>
        createPayment(service, { amount: '10.00', currency: 'USD', ...onAvalanche }, { key: shop.testKey });
      for (let i = 0; i < 2; i++) {
        await create();
        await pass(4);
      }
      await setFee(service.ctx, shop.merchantId, 50);
      for (let i = 0; i < 3; i++) {
        const { payment_id } = await create();
        await pass(4);
        expect(await postingsOf(payment_id)).toEqual([
          'completion fee_income -50000',
          'completion merchant_balance -9950000',
          'completion unapplied 10000000',
        ]);
      }
      await setFee(service.ctx, shop.merchantId, 0);
      const { payment_id } = await create();
      await pass(4);
      expect(await postingsOf(payment_id)).toEqual([
        'completion merchant_balance -10000000',
        'completion unapplied 10000000',
      ]);
    },
  );

  it('that fails or expires is not', async () => {
    for (const outcome of ['fail', 'expire']) {
      const options = { key: shop.testKey };
      const { payment_id } = await createPayment(
        service,
        { amount: '4.04', currency: 'USD', ...onBase },
        options,
      );
      await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome }, ...options });
      expect(await postingsOf(payment_id)).toEqual([]);
    }
    expect(await balance()).toBe(0n);
  });

  it('costs the fee of the moment it completes, rounded in the merchant’s favour', async () => {
    const before = await income();
    await paid('10.00');
    await setFee(service.ctx, shop.merchantId, 33);
    const { payment_id } = await paid('0.51');
    // 0.33 % of 510,000 units is 1,683.
    expect(await postingsOf(payment_id)).toEqual([
      'completion fee_income -1683',
      'completion merchant_balance -508317',
      'completion unapplied 510000',
    ]);
    expect(await balance()).toBe(usdc(10) + 508_317n);
    expect((await income()) - before).toBe(1683n);
  });
});

describe('a refund', () => {
  const refund = async (paymentId: string, amount?: string) => {
    const body = { payment_id: paymentId, ...(amount ? { amount } : {}) };
    const answer = await service.call('POST', '/refunds', { key: shop.testKey, body });
    return answer.json.data.refund_id as string;
  };

  it('leaves the balance when it is issued, and the chain when it completes', async () => {
    const { payment_id } = await paid('10.00');
    const id = await refund(payment_id, '4.00');
    expect(await balance()).toBe(usdc(6));
    expect(await postingsOf(id)).toEqual(['refund merchant_balance 4000000', 'refund refunding -4000000']);
    await service.runDue();
    await pass(3);
    expect(await balance()).toBe(usdc(6));
    expect(await postingsOf(`${id}:sent`)).toEqual([
      'refund deposit_address -4000000',
      'refund refunding 4000000',
    ]);
  });

  it('that fails gives back what it took', async () => {
    const { payment_id } = await paid('10.00');
    const id = await refund(payment_id, '6.66');
    expect(await balance()).toBe(usdc(3.34));
    await service.runDue();
    await pass(3);
    expect(await postingsOf(`${id}:sent`)).toEqual([]);
    expect(await postingsOf(`${id}:back`)).toEqual([
      'refund merchant_balance -6660000',
      'refund refunding 6660000',
    ]);
    expect(await balance()).toBe(usdc(10));
  });
});
