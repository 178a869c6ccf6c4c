import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, forcePayment, getPayment, randomAt, unlimited } from '../../payments/support.ts';
import { call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bnb, noPublicLimits, openPayment, post, stateOf, usdc, visit } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    random: randomAt('min'),
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
  });
});
afterAll(() => service.stop());

describe('the state of a checkout', () => {
  it('holds every field of the contract and nothing the merchant keeps to itself', async () => {
    const id = await openPayment(service, {
      amount: '49.99',
      description: 'Two tickets',
      metadata: { internal: 'margin-12' },
      reference_id: 'order-secret-1',
      redirect_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      accepted_chains: ['bsc', 'base'],
      accepted_tokens: ['USDC', 'BNB'],
      customer_email: 'ada@example.com',
      checkout_options: { locale: 'ja' },
    });
    const answer = await visit(service, 'GET', `${id}/state`);
    expect(answer.json).toEqual({
      success: true,
      data: {
        payment_id: id,
        status: 'pending',
        environment: 'test',
        amount: '49.99',
        currency: 'USD',
        description: 'Two tickets',
        merchant: { name: 'Shop', logo_url: null, accent_url: null },
        contacts: [],
        customer_email: 'ada@example.com',
        locale: 'ja',
        created_at: '2026-03-01T12:00:00.000Z',
        expires_at: '2026-03-01T12:30:00.000Z',
        cancelled_at: null,
        completed_at: null,
        is_over: false,
        server_time: '2026-03-01T12:00:00.000Z',
        redirect_url: null,
        cancel_url: 'https://shop.example/cart',
        invoice_url: null,
        options: [
          {
            chain: 'base',
            chain_name: 'Base',
            typical_seconds: expect.any(Number),
            tokens: [{ token: 'USDC', symbol: 'USDC', token_amount: '49.990000' }],
          },
          {
            chain: 'bsc',
            chain_name: 'BNB Smart Chain',
            typical_seconds: expect.any(Number),
            tokens: [
              { token: 'BNB', symbol: 'BNB', token_amount: expect.stringMatching(/^\d+\.\d{6}$/) },
              { token: 'USDC', symbol: 'USDC', token_amount: '49.990000' },
            ],
          },
        ],
        chosen: null,
        transaction: null,
        unapplied: [],
        refunds: [],
        failure: null,
        retry_url: null,
        retried_from: null,
        opener_origin: null,
      },
    });
    expect(answer.text).not.toMatch(/margin-12|order-secret|"mer_|"key_/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('lists all eight chains in registry order where the merchant restricts nothing', async () => {
    const { options } = await stateOf(service, await openPayment(service));
    expect(options.map((option: { chain: string }) => option.chain)).toEqual([
      ...['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'solana', 'avalanche', 'bsc'],
    ]);
    expect(options[0].tokens.map((entry: { token: string }) => entry.token)).toEqual([
      ...['ETH', 'USDC', 'USDT', 'DAI'],
    ]);
  });

  it('does not take a payment over: the simulated customer pays all the same', async () => {
    const created = await service.call('POST', '/payments', { body: { amount: '10.00', currency: 'USD' } });
    const id = created.json.data.payment_id;
    await stateOf(service, id);
    clock.advance(1000);
    await service.runDue();
    expect((await stateOf(service, id)).status).toBe('processing');
  });

  it('shows confirmations n of m as they come, and where to go once it is settled', async () => {
    const redirect_url = 'https://shop.example/thanks?a=1#top';
    const id = await openPayment(service, { amount: '5.00', redirect_url });
    expect((await post(service, `${id}/pay`, usdc)).status).toBe(200);
    const seen: number[] = [];
    for (let second = 0; second < 30; second++) {
      await service.runDue();
      const { status, transaction, redirect_url: early } = await stateOf(service, id);
      expect({ status, early }).toEqual({ status: 'processing', early: null });
      expect(transaction).toMatchObject({ ...usdc, chain_name: 'Base', required_confirmations: 20 });
      seen.push(transaction.confirmations);
      clock.advance(1000);
    }
    expect(seen[0]).toBe(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size, 'it moved at nearly every step').toBeGreaterThanOrEqual(19);
    await service.runDue();
    const { tx_hash, payer_address } = await getPayment(service, id);
    expect(await stateOf(service, id)).toMatchObject({
      status: 'completed',
      options: [],
      redirect_url: `https://shop.example/thanks?a=1&payment_id=${id}&status=completed#top`,
      completed_at: expect.stringMatching(/^2026-/),
      transaction: { tx_hash, payer_address, token_amount: '5.000000', confirmations: 20 },
    });
  });

  it('tells why a payment failed, with its transaction', async () => {
    const id = await openPayment(service, { amount: '6.66' });
    await post(service, `${id}/pay`, bnb);
    clock.advance(2000);
    await service.runDue();
    expect(await stateOf(service, id)).toMatchObject({
      status: 'failed',
      failure: { reason: 'TRANSACTION_FAILED', message: expect.any(String) },
      transaction: { chain: 'bsc', token: 'BNB' },
      redirect_url: null,
    });
  });

  it('of a suspended merchant offers no way to pay, and routes that pay say so', async () => {
    const other = await service.createMerchant();
    const { json } = await service.call('POST', '/payments', {
      key: other.testKey,
      body: { amount: '4.04', currency: 'USD' },
    });
    const id = json.data.payment_id;
    await post(service, `${id}/choice`, usdc);
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${other.merchantId}`;
    expect(await stateOf(service, id)).toMatchObject({ status: 'pending', options: [], chosen: null });
    for (const [path, body] of [
      ['choice', usdc],
      ['pay', usdc],
      ['email', { customer_email: null }],
      ['retry', {}],
    ] as const)
      expectFailure(await post(service, `${id}/${path}`, body), { status: 403, code: 'ACCOUNT_SUSPENDED' });
  });

  it('of a live payment offers only what can be paid, and no test wallet pays it', async () => {
    const id = await openPayment(service);
    await forcePayment(service, id, { environment: 'live' });
    expect(await stateOf(service, id)).toMatchObject({ environment: 'live', options: [] });
    expectFailure(await post(service, `${id}/pay`, usdc), { status: 403, code: 'FORBIDDEN' });
    expectFailure(await post(service, `${id}/choice`, usdc), { code: 'INVALID_CHAIN', field: 'chain' });
  });

  it.each(['pay_0', 'pay_00000000000000000000000000', 'mer_x', '%00', '..%2f..', 'x'.repeat(300)])(
    'of %s does not exist',
    async (id) => {
      for (const path of ['state', 'events'])
        expectFailure(await visit(service, 'GET', `${id}/${path}`), {
          status: 404,
          code: 'PAYMENT_NOT_FOUND',
        });
      for (const path of ['choice', 'pay'])
        expectFailure(await post(service, `${id}/${path}`, usdc), { status: 404, code: 'PAYMENT_NOT_FOUND' });
    },
  );
});

describe('the refunds of a payment', () => {
  it('are shown with amounts, reason, time and transaction, and without those that failed', async () => {
    const id = await openPayment(service, {
      amount: '20.00',
      accepted_chains: ['base'],
      accepted_tokens: ['USDC'],
    });
    await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
    expect((await stateOf(service, id)).refunds).toEqual([]);
    const refund = (amount: string, reason?: string) =>
      service.call('POST', '/refunds', { body: { payment_id: id, amount, reason } });
    await refund('5.00', 'One ticket was cancelled.');
    await refund('6.66');
    const to = { refunded_to: expect.stringMatching(/^0x/), refunded_to_url: null };
    const sent = { chain: 'base', chain_name: 'Base', token: 'USDC', symbol: 'USDC', ...to };
    const first = { ...sent, amount: '5.00', token_amount: '5.000000', reason: 'One ticket was cancelled.' };
    const at = clock.now().toISOString();
    expect((await stateOf(service, id)).refunds).toEqual([
      { ...first, status: 'processing', tx_hash: null, tx_url: null, at },
      {
        ...sent,
        status: 'processing',
        amount: '6.66',
        token_amount: '6.660000',
        reason: null,
        tx_hash: null,
        tx_url: null,
        at,
      },
    ]);
    await service.runDue();
    clock.advance(5_000);
    await service.runDue();
    const [done, ...others] = (await stateOf(service, id)).refunds;
    expect(others).toEqual([]);
    expect(done).toEqual({
      ...first,
      status: 'completed',
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      tx_url: `/simulated/base/tx/${done.tx_hash}`,
      at: clock.now().toISOString(),
    });
  });

  it('and the payment link to a page that shows the simulated transaction', async () => {
    const id = await openPayment(service, {
      amount: '20.00',
      accepted_chains: ['base'],
      accepted_tokens: ['USDC'],
    });
    await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
    const { transaction } = await stateOf(service, id);
    const open = (path: string) => call(service.url + path, 'GET');
    const { status, text } = await open(transaction.tx_url);
    expect(status).toBe(200);
    for (const fact of [transaction.tx_hash, transaction.payer_address, '20.00 USDC', 'Confirmed'])
      expect(text).toContain(fact);
    expect((await open(transaction.tx_url.replace('base', 'bsc'))).status).toBe(404);
    expect((await open('/simulated/base/tx/0x00')).status).toBe(404);
  });
});
