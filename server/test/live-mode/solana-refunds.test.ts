import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/process.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

let live: SolanaService;
beforeAll(async () => {
  live = await startSolanaService();
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const walletAt = (number: number) => live.chain.wallets[number] as KeyPairSigner;

/** A payment that is completed, from the wallet with this number. */
async function paid(token: 'SOL' | 'USDC', wallet: number): Promise<{ paymentId: string; units: bigint }> {
  const { payment_id = '', address = '', token_amount = '' } = await live.open(token);
  const units = BigInt(token_amount.replace('.', '')) * (token === 'SOL' ? 1000n : 1n);
  await live.chain.pay({ token, to: address, units, from: walletAt(wallet) });
  live.chain.mine(finalityBlocks + 1);
  await live.untilStatus(payment_id, 'completed');
  return { paymentId: payment_id, units };
}

const refund = (body: object) => live.call('POST', '/refunds', { key: live.liveKey, body });
const get = async (id: string) => (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;

/** Makes blocks until the refund has this status. */
async function untilRefund(refundId: string, status: string): Promise<Record<string, unknown>> {
  let now: Record<string, unknown> = {};
  await until(
    async () => {
      live.chain.mine();
      now = await get(refundId);
      return now['status'] === status;
    },
    20_000,
    () => JSON.stringify(now),
  );
  return now;
}

describe('a live refund on Solana', () => {
  it('in USDC goes to the payer, from its swept deposit', async () => {
    const { paymentId: payment_id } = await paid('USDC', 1);
    const payer = walletAt(1).address;
    const before = await live.balanceOf('USDC', payer);
    const { status, json } = await refund({ payment_id, amount: '4.00' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: 'processing', chain: 'solana', token: 'USDC' });
    const done = await untilRefund(json.data.refund_id, 'completed');
    expect(done).toMatchObject({
      refunded_to: payer,
      tx_hash: expect.stringMatching(/^[1-9A-Za-z]{80,90}$/),
    });
    expect((await live.balanceOf('USDC', payer)) - before).toBe(usdc(4));
    expect(await live.balanceOf('USDC', live.treasury)).toBe(usdc(6));
    const rest = await refund({ payment_id });
    await untilRefund(rest.json.data.refund_id, 'completed');
    expect((await live.balanceOf('USDC', payer)) - before).toBe(usdc(10));
    expect(await live.get(payment_id)).toMatchObject({ status: 'refunded' });
  });

  it('in SOL arrives to the last lamport, and the treasury keeps its reserve', async () => {
    const { paymentId: payment_id, units } = await paid('SOL', 2);
    const payer = walletAt(2).address;
    const before = await live.balanceOf('SOL', payer);
    const { json } = await refund({ payment_id });
    await untilRefund(json.data.refund_id, 'completed');
    expect((await live.balanceOf('SOL', payer)) - before).toBe(units);
    expect(await live.balanceOf('SOL', live.treasury)).toBe(1_000_000n);
  });
});
