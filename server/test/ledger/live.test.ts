import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFee } from '../../src/merchants/merchants.ts';
import { confirmations, type LiveService, startLiveService } from '../live-mode/live-service.ts';
import { until } from '../support/process.ts';
import { balances } from './support.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const pay = (address: `0x${string}`, dollars: number) =>
  live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(dollars) });

/** Balances of USDC, what we owe as positive numbers. */
async function usdcBalances() {
  const found = await balances(live.ctx);
  const of = (name: string) => found.get(`${name} base USDC`) ?? 0n;
  return {
    held: of('deposit_address'),
    balance: -of(`merchant_balance ${live.merchantId}`),
    unapplied: -of(`unapplied ${live.merchantId}`),
    fees: -of('fee_income'),
  };
}
const untilHeld = (held: bigint) => until(async () => (await usdcBalances()).held === held, 60_000);

describe('live money', () => {
  it('is unapplied when it is final, the merchant’s when its payment completes, and the excess stays unapplied', async () => {
    await setFee(live.ctx, live.merchantId, 50);
    const { payment_id, address } = await live.open('base', 'USDC');
    await pay(address, 4);
    expect(await usdcBalances(), 'nothing is booked before it is final').toMatchObject({ held: 0n });
    await live.chains.mine('base', confirmations);
    await untilHeld(usdc(4));
    expect(await usdcBalances()).toEqual({ held: usdc(4), balance: 0n, unapplied: usdc(4), fees: 0n });
    await pay(address, 8);
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    expect(await usdcBalances()).toEqual({
      held: usdc(12),
      balance: usdc(9.95),
      unapplied: usdc(2),
      fees: usdc(0.05),
    });
  });

  it('that comes late is unapplied; dust within the tolerance is the merchant’s', async () => {
    await setFee(live.ctx, live.merchantId, 0);
    const before = await usdcBalances();
    const { payment_id, address } = await live.open('base', 'USDC');
    await pay(address, 10);
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    await pay(address, 0.02);
    await live.chains.mine('base', confirmations);
    await untilHeld(before.held + usdc(10.02));
    expect(await usdcBalances()).toMatchObject({
      balance: before.balance + usdc(10.02),
      unapplied: before.unapplied,
    });
    const late = await live.open('base', 'USDC');
    await live.call('POST', `/payments/${late.payment_id}/cancel`, { key: live.liveKey });
    await pay(late.address, 3);
    await live.chains.mine('base', confirmations);
    await untilHeld(before.held + usdc(13.02));
    expect(await usdcBalances()).toMatchObject({
      balance: before.balance + usdc(10.02),
      unapplied: before.unapplied + usdc(3),
    });
  });
});
