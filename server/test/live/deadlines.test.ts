import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutState } from '../../src/pages/checkout/checkout-state.ts';
import { stateOf } from '../pages/checkout/support.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);

/** Ends the payment's time now. Block times have whole seconds. */
async function endNow(paymentId: string): Promise<Date> {
  const deadline = new Date(Math.ceil(Date.now() / 1000) * 1000);
  await live.ctx.db`
    update payments set expires_at = ${deadline}, look_at = ${deadline} where payment_id = ${paymentId}`;
  live.ctx.wake.at('credit-payments', deadline);
  await until(() => Date.now() > deadline.getTime() + 1000);
  return deadline;
}

const later = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);

async function reasonsOf(paymentId: string, count: number): Promise<unknown[]> {
  let found: { reason: string; token_amount: string }[] = [];
  await until(async () => {
    const path = `/unapplied_funds?payment_id=${paymentId}`;
    found = (await live.call('GET', path, { key: live.liveKey })).json.data;
    return found.length === count;
  });
  return found.map(({ reason, token_amount }) => `${token_amount} ${reason}`).sort();
}

describe('at the deadline', () => {
  it('money in a block of that second counts, however late the block is read', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const deadline = await endNow(payment_id);
    // The clock is past the deadline, the chain is not: nobody knows yet what came in time.
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10), mine: false });
    await live.chains.mine('base', 1, deadline);
    await live.untilStatus(payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    expect(await reasonsOf(payment_id, 0)).toEqual([]);
  });

  it('money one second later is late, and what came before it was too little', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(4) });
    const deadline = await endNow(payment_id);
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(6), mine: false });
    await live.chains.mine('base', 1, later(deadline, 1));
    await live.untilStatus(payment_id, 'expired');
    const told = async () => {
      const { is_over, unapplied }: CheckoutState = await stateOf(live, payment_id);
      return {
        is_over,
        unapplied: unapplied.map(({ token_amount, reason }) => `${token_amount} ${reason}`).sort(),
      };
    };
    const both = ['4.000000 underpaid', '6.000000 late'];
    expect(await told(), 'before it is final').toEqual({ is_over: false, unapplied: both });
    await live.chains.mine('base', confirmations);
    expect(await reasonsOf(payment_id, 2)).toEqual(both);
    expect(await told(), 'later money may follow').toEqual({ is_over: false, unapplied: both });
    await live.ctx.db`
      update payments set expires_at = expires_at - interval '1 hour' where payment_id = ${payment_id}`;
    expect(await told()).toMatchObject({ is_over: true });
  });

  it('a payment nobody paid expires once the chain is past it', async () => {
    const { payment_id } = await live.open('base', 'USDC');
    const deadline = await endNow(payment_id);
    await live.chains.mine('base', 1, later(deadline, 1));
    await live.untilStatus(payment_id, 'expired');
  });
});

describe('a cancelled payment', () => {
  const cancel = (id: string) => live.call('POST', `/payments/${id}/cancel`, { key: live.liveKey });

  it('leaves what came before it, and what comes after it in time, unapplied', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(4) });
    await live.untilRead('base');
    expect((await cancel(payment_id)).json.data).toMatchObject({ status: 'expired' });
    expect(await stateOf(live, payment_id)).toMatchObject({
      is_over: false,
      unapplied: [{ token_amount: '4.000000', reason: 'underpaid' }],
    });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
    await live.chains.mine('base', confirmations);
    expect(await reasonsOf(payment_id, 2)).toEqual(['10.000000 late', '4.000000 underpaid']);
    expect(await live.get(payment_id)).toMatchObject({ status: 'expired' });
  });

  it('cannot be one whose money was seen', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
    await live.untilRead('base');
    expect((await cancel(payment_id)).json.error.code).toBe('PAYMENT_IN_PROGRESS');
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).not.toHaveProperty('cancelled_at');
  });
});

it('a transaction whose block was abandoned for good fails its payment after the deadline', async () => {
  const { payment_id, address } = await live.open('base', 'USDC');
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
  await live.untilStatus(payment_id, 'processing');
  await live.chains.reorg('base', 1);
  const deadline = await endNow(payment_id);
  await live.chains.mine('base', confirmations + 1, later(deadline, 1));
  expect(await live.untilStatus(payment_id, 'failed')).toMatchObject({
    failure_reason: 'TRANSACTION_DROPPED',
  });
});

it('a stranger can neither fail a payment nor become its payer', async () => {
  const { payment_id, address } = await live.open('base', 'USDC');
  const [, stranger, payer] = live.chains.wallets;
  await live.chains.payInVain({ chain: 'base', token: 'USDC', to: address, from: stranger });
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: 1n, from: stranger });
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10), from: payer });
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: 1n, from: stranger });
  await live.chains.mine('base', confirmations);
  expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ payer_address: payer?.address });
});

// The last one: time on this chain is a month ahead from here on.
it('money that comes a month after the end is found', async () => {
  const { payment_id, address } = await live.open('base', 'USDC');
  const deadline = await endNow(payment_id);
  await live.chains.mine('base', 1, later(deadline, 1));
  await live.untilStatus(payment_id, 'expired');
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10), mine: false });
  await live.chains.mine('base', 1, later(deadline, 30 * 86_400));
  await live.chains.mine('base', confirmations);
  expect(await reasonsOf(payment_id, 1)).toEqual(['10.000000 late']);
});
