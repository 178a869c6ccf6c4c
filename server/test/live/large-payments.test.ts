import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Wallet, wallets } from '../../../devnet/evm/wallets.ts';
import { livePayments } from './live-payments.ts';
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

const pay = ({ address }: Opened, units: bigint, from?: Wallet) =>
  live.chains.pay({ chain: 'base', token: 'USDC', to: address, units, ...(from ? { from } : {}) });
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

describe('payments of one payer', () => {
  const [, one, other] = wallets;
  const sumByPayer = (on: boolean) =>
    live.ctx.db`update merchants set sum_by_payer = ${on} where merchant_id = ${live.merchantId}`;

  /** 6,000 USD twice, in two blocks, and as many more as make both final by depth. */
  async function payTwice(
    payers: readonly (Wallet | undefined)[],
    openSecond: () => Promise<Opened> = () => open('6000.00'),
  ): Promise<[Opened, Opened]> {
    const both: [Opened, Opened] = [await open('6000.00'), await openSecond()];
    for (const [index, payment] of both.entries()) await pay(payment, 6000n * usdc, payers[index]);
    await live.chains.mine('base', depth);
    return both;
  }

  it('count alone', async () => {
    await sumByPayer(false);
    for (const { payment_id } of await payTwice([one, one])) await live.untilStatus(payment_id, 'completed');
  });

  it('count together if the merchant wants it: both wait until the chain calls them finalized', async () => {
    await sumByPayer(true);
    const both = await payTwice([one, one]);
    const small = await open('5000.00');
    await pay(small, 5000n * usdc, other);
    await live.chains.mine('base', depth);
    await live.untilStatus(small.payment_id, 'completed');
    for (const payment of both) expect(await statusOf(payment)).toBe('processing');
    await live.chains.mine('base', finalized);
    for (const { payment_id } of both) await live.untilStatus(payment_id, 'completed');
  });

  it('count alone when the first one is final before the second one comes', async () => {
    await sumByPayer(true);
    for (const _ of ['first', 'second']) {
      const payment = await open('6000.00');
      await pay(payment, 6000n * usdc, one);
      await live.chains.mine('base', depth);
      await live.untilStatus(payment.payment_id, 'completed');
    }
  });

  it('of two payers, or to two merchants, count alone', async () => {
    await sumByPayer(true);
    for (const { payment_id } of await payTwice([one, other]))
      await live.untilStatus(payment_id, 'completed');
    const theirs = livePayments({ call: live.call, liveKey: (await live.createMerchant()).liveKey });
    const [own, another] = await payTwice([one, one], () =>
      theirs.openPayment('base', 'USDC', { amount: '6000.00' }),
    );
    await live.untilStatus(own.payment_id, 'completed');
    await theirs.untilStatus(another.payment_id, 'completed');
  });
});
