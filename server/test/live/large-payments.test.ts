import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveService, type Opened, startLiveByTag } from './live-service.ts';

/** Blocks until a small amount is final on base, and until the chain calls a block finalized. */
const depth = 20;
const finalized = 60;
const usdc = 10n ** 6n;

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveByTag(finalized, 'base');
});
afterAll(() => live.stop());

const pay = ({ address }: Opened, units: bigint) =>
  live.chains.pay({ chain: 'base', token: 'USDC', to: address, units });
const open = (amount: string) => live.open('base', 'USDC', { amount });
const statusOf = async ({ payment_id }: Opened) => (await live.get(payment_id))['status'];

describe('what is final by depth', () => {
  it.each([
    ['one transfer', [12_000n]],
    ['two transfers', [6000n, 6000n]],
    ['many transfers', [3000n, 3000n, 3000n, 3000n]],
  ])(
    'is not a payment of 12,000 USD in %s: it waits until the chain calls it finalized',
    async (_name, parts) => {
      const large = await open('12000.00');
      for (const part of parts) await pay(large, part * usdc);
      // In a later block, and final all the same: so the watcher has been there.
      const small = await open('5000.00');
      await pay(small, 5000n * usdc);
      await live.chains.mine('base', depth);
      await live.untilStatus(small.payment_id, 'completed');
      expect(await statusOf(large)).toBe('processing');
      await live.chains.mine('base', finalized);
      await live.untilStatus(large.payment_id, 'completed');
    },
  );

  it('is a payment just below, also in parts', async () => {
    const payment = await open('9999.00');
    await pay(payment, 4999n * usdc);
    await pay(payment, 5000n * usdc);
    await live.chains.mine('base', depth);
    await live.untilStatus(payment.payment_id, 'completed');
  });

  it('counts money at the price of the quote', async () => {
    // One ETH is worth 3,000 USD here. Three of them, in one transfer, would wait whatever their price.
    const payment = await live.open('base', 'ETH', { amount: '11000.00' });
    const units = 10n ** 18n;
    for (let sent = 0; sent < 4; sent++)
      await live.chains.pay({ chain: 'base', token: 'ETH', to: payment.address, units });
    const small = await open('5000.00');
    await pay(small, 5000n * usdc);
    await live.chains.mine('base', depth);
    await live.untilStatus(small.payment_id, 'completed');
    expect(await statusOf(payment)).toBe('processing');
    await live.chains.mine('base', finalized);
    await live.untilStatus(payment.payment_id, 'completed');
  });
});
