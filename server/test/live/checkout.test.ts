import type { Hash } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutState } from '../../src/pages/checkout/checkout-state.ts';
import { post, stateOf } from '../pages/checkout/support.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base' | 'bsc'>;
beforeAll(async () => {
  live = await startLiveService('base', 'bsc');
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);

async function untilState(
  paymentId: string,
  holds: (state: CheckoutState) => boolean,
): Promise<CheckoutState> {
  let state: CheckoutState | undefined;
  await until(
    async () => {
      state = await stateOf(live, paymentId);
      return state !== undefined && holds(state);
    },
    60_000,
    () => JSON.stringify(state),
  );
  if (!state) throw new Error('no state');
  return state;
}

const tell = (paymentId: string, txHash: string, chain = 'base') =>
  post(live, `${paymentId}/sent`, { chain, tx_hash: txHash });

/** Waits until a worker has looked at the hint. */
async function lookedAt(paymentId: string, txHash: string): Promise<string> {
  let state = 'new';
  await until(async () => {
    const [row] = await live.ctx.db<{ state: string }[]>`
      select state from transaction_hints where payment_id = ${paymentId} and tx_hash = ${txHash}`;
    state = row?.state ?? 'missing';
    return state !== 'new' && state !== 'missing';
  });
  return state;
}

describe('a transaction that the page’s wallet has sent', () => {
  it('is shown before it is in a block, and is no payment yet', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const txHash = await live.chains.pay({
      chain: 'base',
      token: 'USDC',
      to: address,
      units: usdc(10),
      mine: false,
    });
    expect((await tell(payment_id, txHash.toUpperCase().replace('0X', '0x'))).status).toBe(200);
    const state = await untilState(payment_id, ({ chosen }) => chosen?.sent != null);
    expect(state.status).toBe('pending');
    expect(state.chosen?.sent).toEqual({ tx_hash: txHash, tx_url: `https://basescan.org/tx/${txHash}` });
    await live.chains.mine('base', confirmations + 1);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ tx_hash: txHash });
  });

  it('fails the payment when it reverted, once that is final', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const [payer] = live.chains.wallets;
    const txHash = await live.chains.payInVain({ chain: 'base', token: 'USDC', to: address });
    await tell(payment_id, txHash);
    await untilState(payment_id, ({ chosen }) => chosen?.sent?.tx_hash === txHash);
    expect((await live.get(payment_id))['status'], 'the block could still be replaced').toBe('pending');
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'failed')).toMatchObject({
      failure_reason: 'TRANSACTION_FAILED',
      chain: 'base',
      token: 'USDC',
      tx_hash: txHash,
      payer_address: payer?.address,
    });
  });

  it('does not fail a payment that other money pays', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(4) });
    const reverted = await live.chains.payInVain({ chain: 'base', token: 'USDC', to: address });
    await tell(payment_id, reverted);
    await live.chains.mine('base', confirmations);
    expect(await lookedAt(payment_id, reverted)).toMatch(/pending|reverted/);
    await until(async () => (await lookedAt(payment_id, reverted)) === 'reverted');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(6) });
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
  });
});

describe('a hash of somebody else’s', () => {
  it.each([
    [
      'that pays another address',
      (to: `0x${string}`) => live.chains.pay({ chain: 'base', token: 'USDC', to, units: usdc(10) }),
    ],
    ['that reverted', (to: `0x${string}`) => live.chains.payInVain({ chain: 'base', token: 'USDC', to })],
    [
      'that calls a contract',
      (to: `0x${string}`) => live.chains.payFromContract({ chain: 'base', to, units: 1n }),
    ],
  ])('%s changes nothing', async (_case, send) => {
    const [own, other] = [await live.open('base', 'USDC'), await live.open('base', 'USDC')];
    const txHash: Hash = await send(other.address);
    await live.chains.mine('base', confirmations);
    await tell(own.payment_id, txHash);
    expect(await lookedAt(own.payment_id, txHash)).toBe('foreign');
    const state = await stateOf(live, own.payment_id);
    expect(state).toMatchObject({ status: 'pending', chosen: { sent: null, received_amount: '0.000000' } });
  });

  it('that no node knows changes nothing, and a payment keeps ten at most', async () => {
    const { payment_id } = await live.open('base', 'USDC');
    for (let i = 0; i < 12; i++)
      expect((await tell(payment_id, `0x${i.toString(16).padStart(64, 'a')}`)).status).toBe(200);
    const [row] = await live.ctx.db`
      select count(*)::int as count from transaction_hints where payment_id = ${payment_id}`;
    expect(row?.['count']).toBe(10);
    expect(await stateOf(live, payment_id)).toMatchObject({ status: 'pending', chosen: { sent: null } });
  });

  it.each([
    ['of a chain that was not chosen', 'bsc', `0x${'a'.repeat(64)}`, 'INVALID_CHAIN'],
    ['that is none', 'base', '0x12', 'INVALID_PARAMETER'],
  ])('%s is refused', async (_case, chain, txHash, code) => {
    const { payment_id } = await live.open('base', 'USDC');
    const answer = await tell(payment_id, txHash, chain);
    expect(answer.json.error.code).toBe(code);
  });
});

describe('what arrived so far', () => {
  it('less than asked: the rest is what the wallet and the code ask for', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(9.5) });
    const state = await untilState(payment_id, ({ chosen }) => chosen?.received_amount === '9.500000');
    expect(state).toMatchObject({
      status: 'pending',
      unapplied: [],
      chosen: {
        token_amount: '10.000000',
        remaining_amount: '0.500000',
        payment_uri: expect.stringMatching(/uint256=500000$/),
        wallet: { units: '0x7a120', chain_id: '0x2105' },
      },
    });
  });

  it('native money is rounded up to what people are shown', async () => {
    const { payment_id, address, token_amount } = await live.open('base', 'ETH');
    expect(token_amount).toBe('0.003334');
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 1_000_000_000_000_001n });
    const { chosen } = await untilState(payment_id, (state) => state.chosen?.received_amount === '0.001000');
    expect(chosen).toMatchObject({
      remaining_amount: '0.002334',
      wallet: { contract: null, transaction: { value: `0x${(2_334_000_000_000_000n).toString(16)}` } },
    });
  });

  it('another token, and another chain, are shown at once with their reason', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 10n ** 15n });
    await live.chains.pay({ chain: 'bsc', token: 'USDT', to: address, units: 10n ** 18n });
    const state = await untilState(payment_id, ({ unapplied }) => unapplied.length === 2);
    expect(state.unapplied).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          reason: 'wrong_token',
          symbol: 'ETH',
          token_amount: '0.001000',
          chain_name: 'Base',
        }),
        expect.objectContaining({
          reason: 'wrong_chain',
          symbol: 'USDT',
          token_amount: '1.000000',
          chain: 'bsc',
        }),
      ]),
    );
    expect(state.chosen?.received_amount).toBe('0.000000');
  });

  it('a token that the payment does not accept is told once, before and after it is decided on', async () => {
    const { payment_id, address } = await live.open('base', 'USDC', { accepted_tokens: ['USDC'] });
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 10n ** 15n });
    await untilState(payment_id, ({ unapplied }) => unapplied.length === 1);
    await live.chains.mine('base', confirmations);
    await until(async () => {
      const rows = await live.ctx.db`select from unapplied_funds where payment_id = ${payment_id}`;
      return rows.length === 1;
    });
    const { status, unapplied } = await stateOf(live, payment_id);
    expect([status, unapplied.length]).toEqual(['pending', 1]);
  });

  it('an option that was chosen before keeps its money', async () => {
    const { payment_id, address } = await live.open('bsc', 'USDC');
    await live.chains.pay({ chain: 'bsc', token: 'USDC', to: address, units: 4n * 10n ** 18n });
    await post(live, `${payment_id}/choice`, { chain: 'base', token: 'USDC' });
    const elsewhere = await untilState(payment_id, ({ unapplied }) => unapplied.length === 1);
    expect(elsewhere.unapplied[0]).toMatchObject({
      reason: 'elsewhere',
      chain: 'bsc',
      token_amount: '4.000000',
    });
    await post(live, `${payment_id}/choice`, { chain: 'bsc', token: 'USDC' });
    expect(await stateOf(live, payment_id)).toMatchObject({
      unapplied: [],
      chosen: { received_amount: '4.000000', remaining_amount: '6.000000' },
    });
  });

  it('more than asked is told when the payment is complete', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(12) });
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    const state = await stateOf(live, payment_id);
    expect(state.unapplied).toMatchObject([
      { reason: 'overpaid', symbol: 'USDC', token_amount: '2.000000', returned: false },
    ]);
    expect(state.transaction, 'as configured, with the second look').toMatchObject({
      confirmations: confirmations + 1,
      required_confirmations: confirmations + 1,
    });
  });
});
