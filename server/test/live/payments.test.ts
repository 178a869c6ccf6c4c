import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smartWallet, smartWalletAbi, tokenAbi } from '../../../devnet/evm/contracts.ts';
import { payInvoice } from '../../src/payments/invoices/pay-invoice.ts';
import { visitInvoice } from '../pages/checkout/invoice-support.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base' | 'bsc'>;
beforeAll(async () => {
  live = await startLiveService('base', 'bsc');
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);

async function unappliedOf(paymentId: string, count: number): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    const path = `/unapplied_funds?payment_id=${paymentId}`;
    found = (await live.call('GET', path, { key: live.liveKey })).json.data;
    return found.length === count;
  });
  return found;
}

it('workers keep what moving a deposit costs in gas', () => {
  expect(live.ctx.chains.sweepUnits('live', 'base')).toBeGreaterThan(0n);
});

describe('a live payment', () => {
  it('is processing when its money is in a block and completed when that is final', async () => {
    const { payment_id, address, payment_uri } = await live.open('base', 'USDC');
    expect(payment_uri).toBe(
      `ethereum:${live.chains.tokens.base.USDC}@8453/transfer?address=${address}&uint256=10000000`,
    );
    const [payer] = live.chains.wallets;
    const txHash = await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
    const seen = await live.untilStatus(payment_id, 'processing');
    const paid = {
      chain: 'base',
      token: 'USDC',
      token_amount: '10.000000',
      tx_hash: txHash,
      payer_address: payer?.address,
    };
    expect(seen).toMatchObject(paid);
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject(paid);
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });

  it('takes native money, and money a contract sends, whose payer nobody knows', async () => {
    const sent = await live.open('base', 'ETH');
    const units = 3_334_000_000_000_000n;
    await live.chains.pay({ chain: 'base', token: 'ETH', to: sent.address, units });
    const byContract = await live.open('base', 'ETH');
    await live.chains.payFromContract({ chain: 'base', to: byContract.address, units });
    // A balance is seen in the newest block, whichever the money came in.
    await live.untilStatus(byContract.payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(sent.payment_id, 'completed')).toHaveProperty('payer_address');
    const contract = await live.untilStatus(byContract.payment_id, 'completed');
    expect(contract).toMatchObject({ chain: 'base', token: 'ETH', token_amount: '0.003334' });
    expect(contract).not.toHaveProperty('payer_address');
  });

  it('of an invoice by a contract has its receipt, without a transaction that nobody knows', async () => {
    const key = live.liveKey;
    const line_items = [{ description: 'Work', quantity: 1, unit_price: '10.00' }];
    const body = { currency: 'USD', line_items, customer_email: 'ada@example.com', send_email: true };
    const { invoice_id } = (await live.call('POST', '/invoices', { key, body })).json.data;
    const { payment_id } = await payInvoice(live.ctx, invoice_id);
    const option = { key, body: { chain: 'base', token: 'ETH' } };
    const { address } = (await live.call('POST', `/payments/${payment_id}/deposits`, option)).json.data;
    await live.chains.payFromContract({ chain: 'base', to: address, units: 3_334_000_000_000_000n });
    await live.untilStatus(payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    expect(
      await live.ctx.db`
      select message ->> 'token_amount' as amount, message ->> 'tx_hash' as tx_hash
      from emails where resource_id = ${invoice_id} and kind = 'invoice_paid'`,
    ).toEqual([{ amount: '0.003334', tx_hash: null }]);
    const shown = (await visitInvoice(live, 'GET', `${invoice_id}/state`)).json.data;
    expect(shown.payment).toMatchObject({ token_amount: '0.003334', tx_hash: null });
    expect((await visitInvoice(live, 'GET', `${invoice_id}/pdf`)).status).toBe(200);
  });

  it('names a contract that sends tokens as the payer', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const transfer = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [address, usdc(10)],
    });
    const args = [live.chains.tokens.base.USDC, 0n, transfer] as const;
    const data = encodeFunctionData({ abi: smartWalletAbi, functionName: 'execute', args });
    await live.chains.on('base').transact({ to: smartWallet, data });
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ payer_address: smartWallet });
  });

  it('counts 18 decimals on bsc, and a USDT that returns nothing', async () => {
    const { payment_id, address } = await live.open('bsc', 'USDT');
    await live.chains.pay({ chain: 'bsc', token: 'USDT', to: address, units: 10n * 10n ** 18n });
    await live.chains.mine('bsc', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '10.000000' });
  });

  it('adds up parts, and the payer is who sent most', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const [, one, other] = live.chains.wallets;
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(7), from: one });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(2.99), from: other });
    await live.chains.mine('base', confirmations);
    const paid = await live.untilStatus(payment_id, 'completed');
    // Half a percent less is enough.
    expect(paid).toMatchObject({ token_amount: '9.990000', payer_address: one?.address });
  });

  it('can be paid in three parts, and waits for the last one', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const part = (dollars: number) =>
      live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(dollars) });
    await part(3);
    await part(3);
    await live.chains.mine('base', confirmations);
    await until(async () => (await live.received(payment_id)) === usdc(6));
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    const last = await part(4);
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({
      token_amount: '10.000000',
      tx_hash: last,
    });
  });

  it('counts the transaction with which a wallet replaced another', async () => {
    const { payment_id, address } = await live.open('base', 'ETH');
    const units = 3_334_000_000_000_000n;
    const first = await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units, mine: false });
    const second = await live.chains.on('base').replace(first);
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({
      tx_hash: second,
      token_amount: '0.003334',
    });
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });

  it('stays open when a wallet takes its transaction back', async () => {
    const { payment_id, address } = await live.open('base', 'ETH');
    const units = 3_334_000_000_000_000n;
    const sent = await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units, mine: false });
    await live.chains.on('base').replace(sent, { to: smartWallet, value: 0n });
    await live.chains.mine('base', confirmations);
    await live.untilRead('base');
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
  });

  it('books what was asked for; what is beyond it and beyond its chain and token is unapplied', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'bsc', token: 'USDC', to: address, units: 3n * 10n ** 18n });
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 5n * 10n ** 15n });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(12) });
    await live.chains.mine('bsc', confirmations);
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '10.000000' });
    const unapplied = await unappliedOf(payment_id, 3);
    expect(
      unapplied.map(({ reason, chain, token, token_amount }) => [reason, chain, token, token_amount]).sort(),
    ).toEqual([
      ['overpaid', 'base', 'USDC', '2.000000'],
      ['wrong_chain', 'bsc', 'USDC', '3.000000'],
      ['wrong_token', 'base', 'ETH', '0.005000'],
    ]);
    const [first] = unapplied;
    const path = `/unapplied_funds/${first?.['unapplied_id']}`;
    expect((await live.call('GET', path, { key: live.liveKey })).json.data).toEqual(first);
    expect((await live.call('GET', path)).json.error.code).toBe('KEY_ENVIRONMENT_MISMATCH');
    const events = await live.call('GET', '/events?type=payment.funds_unapplied', { key: live.liveKey });
    expect(events.json.data.map(({ data }: { data: unknown }) => data)).toContainEqual(first);
  });

  it('shows what is there once the chain has put a smaller transaction in place of the one it was detected by', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const pay = (units: bigint) => live.chains.pay({ chain: 'base', token: 'USDC', to: address, units });
    const pending = async () => {
      const { json } = await live.call('GET', '/balances', { key: live.liveKey });
      const found = json.data.find(
        ({ chain, token }: Record<string, string>) => chain === 'base' && token === 'USDC',
      );
      return Number(found?.pending ?? 0);
    };
    const before = await pending();
    const first = await pay(usdc(10));
    expect(await live.untilStatus(payment_id, 'processing')).toMatchObject({ tx_hash: first });
    expect(await pending()).toBe(before + 10);
    await live.chains.reorg('base', 1);
    await live.chains.drop('base', first);
    const second = await pay(usdc(4));
    await until(async () => (await live.get(payment_id))['tx_hash'] === second);
    expect(await live.get(payment_id)).toMatchObject({ status: 'processing', token_amount: '4.000000' });
    expect(await pending()).toBe(before + 4);
    const rest = await pay(usdc(6));
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({
      tx_hash: rest,
      token_amount: '10.000000',
    });
  });

  it('lists money that can never be its own while it is still open', async () => {
    const only = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
    const { payment_id, address } = await live.open('base', 'USDC', only);
    await live.chains.pay({ chain: 'bsc', token: 'USDC', to: address, units: 3n * 10n ** 18n });
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 5n * 10n ** 15n });
    await live.chains.mine('bsc', confirmations);
    await live.chains.mine('base', confirmations);
    const unapplied = await unappliedOf(payment_id, 2);
    expect(unapplied.map(({ reason, status }) => [reason, status]).sort()).toEqual([
      ['wrong_chain', 'open'],
      ['wrong_token', 'open'],
    ]);
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '10.000000' });
    expect(await unappliedOf(payment_id, 2)).toHaveLength(2);
  });

  it('waits with money that the customer can still make its own by choosing that way', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    await live.chains.pay({ chain: 'bsc', token: 'USDC', to: address, units: 10n * 10n ** 18n });
    await live.chains.mine('bsc', confirmations);
    await live.untilRead('bsc');
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
    const body = { chain: 'bsc', token: 'USDC' };
    await live.call('POST', `/payments/${payment_id}/deposits`, { key: live.liveKey, body });
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ chain: 'bsc' });
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });

  it('survives a reorganisation before it is final', async () => {
    const { payment_id, address } = await live.open('base', 'USDC');
    const txHash = await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
    await live.untilStatus(payment_id, 'processing');
    await live.chains.reorg('base', 1, { keep: [txHash] });
    await live.chains.mine('base', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({
      tx_hash: txHash,
      token_amount: '10.000000',
    });
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });
});
