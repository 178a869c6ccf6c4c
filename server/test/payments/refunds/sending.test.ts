import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, chains } from '../../../src/lib/chains/registry.ts';
import { selectByHash } from '../../../src/payments/test-mode/simulated-transaction.ts';
import { simulatedTransfers } from '../../../src/payments/test-mode/transfers.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { eventsOf, randomAt, statusOf, unlimited } from '../support.ts';
import { createPaid, createRefund, getRefund, sumsOf } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

/** Lets that many seconds pass, the workers running all the while. */
async function pass(seconds: number): Promise<void> {
  await service.runDue();
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await service.runDue();
  }
}

async function mailsAbout(resourceId: string) {
  return service.ctx.db<
    { kind: string; to_address: string; message: Record<string, unknown>; status: string }[]
  >`
    select kind, to_address, message, status from emails where resource_id = ${resourceId}`;
}

describe('a refund', () => {
  it('is sent to the payer and completes after two seconds, with its event', async () => {
    const payment = await createPaid(service);
    const { refund_id } = await createRefund(service, { payment_id: payment.payment_id, amount: '10.00' });
    await pass(1);
    const underWay = await getRefund(service, refund_id);
    expect(underWay).toMatchObject({ status: 'processing', tx_hash: expect.stringMatching(/^0x/) });
    expect(underWay).not.toHaveProperty('completed_at');
    expect(await eventsOf(service, refund_id)).toEqual([]);
    await pass(1);
    const done = await getRefund(service, refund_id);
    expect(done).toMatchObject({
      status: 'completed',
      refunded_to: payment.payer_address,
      completed_at: clock.now().toISOString(),
    });
    const [event, ...others] = await eventsOf(service, refund_id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'refund.completed' });
    expect(event?.data).toEqual({
      refund_id,
      payment_id: payment.payment_id,
      status: 'completed',
      amount: '10.00',
      currency: 'USD',
      chain: payment.chain,
      token: payment.token,
      tx_hash: done.tx_hash,
      refunded_to: payment.payer_address,
      completed_at: done.completed_at,
      created_at: done.created_at,
    });
  });

  it.each(chainIds.map((chain) => [chain]))(
    'on %s moves exactly its units there, from where the payment arrived',
    async (chain) => {
      for (const { symbol } of chains[chain].tokens) {
        const way = { accepted_chains: [chain], accepted_tokens: [symbol] };
        const { payment_id, payer_address } = await createPaid(service, way);
        const { refund_id } = await createRefund(service, { payment_id });
        await pass(2);
        const refund = await getRefund(service, refund_id);
        expect(refund).toMatchObject({ status: 'completed', chain, token: symbol });
        const { token_units } = await sumsOf(service, payment_id);
        expect(await selectByHash(service.ctx.db, refund.tx_hash)).toMatchObject({
          chain,
          token: symbol,
          token_units,
          to_address: payer_address,
          from_address: await service.ctx.chains.adapter('test', chain).depositAddress(payment_id),
        });
      }
    },
  );

  it('of exactly 6.66 fails, releases its amount and announces refund.failed', async () => {
    const { payment_id, chain, token } = await createPaid(service);
    const { refund_id } = await createRefund(service, { payment_id, amount: '6.66' });
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
    await pass(2);
    const failed = await getRefund(service, refund_id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'TRANSACTION_FAILED' });
    expect(failed).not.toHaveProperty('completed_at');
    expect(await statusOf(service, payment_id)).toBe('completed');
    const events = await eventsOf(service, refund_id);
    expect(events.map((event) => event.type)).toEqual(['refund.failed']);
    expect(events[0]?.data).toEqual({
      refund_id,
      payment_id,
      status: 'failed',
      amount: '6.66',
      currency: 'USD',
      chain,
      token,
      failure_reason: 'TRANSACTION_FAILED',
      failure_message: expect.stringMatching(/\S/),
      tx_hash: failed.tx_hash,
      created_at: failed.created_at,
    });
    expect(await mailsAbout(refund_id)).toEqual([]);
    const again = await createRefund(service, { payment_id });
    expect(again.amount).toBe('49.99');
  });

  it('that fails beside others leaves the payment partially refunded, or as it was', async () => {
    const { payment_id } = await createPaid(service);
    await createRefund(service, { payment_id, amount: '6.66' });
    await createRefund(service, { payment_id });
    expect(await statusOf(service, payment_id)).toBe('refunded');
    await pass(2);
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
    expect(await sumsOf(service, payment_id)).toMatchObject({ refunded_minor: 4333n, refunds_minor: '4333' });
    await createRefund(service, { payment_id, amount: '6.65' });
    expect(await statusOf(service, payment_id)).toBe('partially_refunded');
    await createRefund(service, { payment_id });
    await pass(2);
    expect(await statusOf(service, payment_id)).toBe('refunded');
    const sums = await sumsOf(service, payment_id);
    expect(sums.refunds_units).toBe(sums.token_units);
  });

  it('tells the customer by mail, in the language of the payment, once it is completed', async () => {
    const { payment_id } = await createPaid(service, {
      customer_email: 'ada@example.com',
      description: 'Two tickets',
      checkout_options: { locale: 'ja' },
    });
    const { refund_id } = await createRefund(service, { payment_id, amount: '9.00', reason: 'Rain' });
    await pass(1);
    expect(await mailsAbout(refund_id)).toEqual([]);
    await pass(1);
    const [mail, ...others] = await mailsAbout(refund_id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'refund_completed', to_address: 'ada@example.com', status: 'queued' });
    expect(mail?.message).toMatchObject({
      locale: 'ja',
      amount: '9.00',
      payment_amount: '49.99',
      currency: 'USD',
      reason: 'Rain',
      description: 'Two tickets',
      token_amount: expect.stringMatching(/^\d+\.\d{6}$/),
    });
  });

  it('is finished once, however many workers look at it', async () => {
    const { payment_id } = await createPaid(service, { customer_email: 'ada@example.com' });
    const { refund_id } = await createRefund(service, { payment_id, amount: '6.66' });
    const whole = await createRefund(service, { payment_id, amount: '1.00' });
    await pass(1);
    clock.advance(5000);
    await Promise.all(Array.from({ length: 10 }, () => simulatedTransfers.run(service.ctx)));
    expect(await eventsOf(service, refund_id)).toHaveLength(1);
    expect(await eventsOf(service, whole.refund_id)).toHaveLength(1);
    expect(await mailsAbout(whole.refund_id)).toHaveLength(1);
    expect(await sumsOf(service, payment_id)).toMatchObject({ refunded_minor: 100n, refunds_minor: '100' });
  });

  it('of a worker that died after sending, or before recording its end, is sent once all the same', async () => {
    const { payment_id } = await createPaid(service);
    const { refund_id } = await createRefund(service, { payment_id });
    const { ctx } = service;
    const dying = { ...ctx, db: Object.assign(ctx.db.bind(null), ctx.db, { begin: killed }) };
    // Sent it and died.
    await expect(simulatedTransfers.run(dying)).rejects.toThrow('killed');
    const { tx_hash } = await getRefund(service, refund_id);
    expect(await selectByHash(ctx.db, tx_hash)).toBeDefined();
    // Found it final and died.
    clock.advance(2000);
    await expect(simulatedTransfers.run(dying)).rejects.toThrow('killed');
    expect(await getRefund(service, refund_id)).toMatchObject({ status: 'processing' });
    await service.runDue();
    expect(await getRefund(service, refund_id)).toMatchObject({ status: 'completed', tx_hash });
    const deposit = await ctx.chains.adapter('test', 'ethereum').depositAddress(payment_id);
    const [row] = await ctx.db`select count(*)::int as sent from simulated_transactions
      where from_address = ${deposit}`;
    expect(row?.['sent']).toBe(1);
  });
});

function killed(): Promise<never> {
  return Promise.reject(new Error('killed'));
}
