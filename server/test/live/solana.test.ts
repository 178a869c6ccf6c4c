import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdcMint } from '../../../devnet/solana/addresses.ts';
import { paymentOptions } from '../../src/pages/checkout/options.ts';
import { fixedRates } from '../../src/treasury/prices/fixed-rates.ts';
import { until } from '../support/process.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

let live: SolanaService;
let payer: string;
beforeAll(async () => {
  live = await startSolanaService();
  payer = (live.chain.wallets[0] as KeyPairSigner).address;
});
afterAll(() => live?.stop());

const opened = async (token: 'SOL' | 'USDC', body?: object) => {
  const { payment_id = '', address = '', payment_uri } = await live.open(token, body);
  return { payment_id, address, payment_uri };
};
async function unappliedOf(paymentId: string, count: number): Promise<Record<string, unknown>[]> {
  let found: Record<string, unknown>[] = [];
  await until(async () => {
    const path = `/unapplied_funds?payment_id=${paymentId}`;
    found = (await live.call('GET', path, { key: live.liveKey })).json.data;
    return found.length === count;
  });
  return found;
}

describe('a live payment on Solana', () => {
  it('in USDC is processing when it is confirmed and completed when it is finalized', async () => {
    const { payment_id, address, payment_uri } = await opened('USDC');
    expect(payment_uri).toBe(`solana:${address}?amount=10&spl-token=${usdcMint}`);
    const signature = await live.chain.pay({ token: 'USDC', to: address, units: 10_000_000n });
    live.chain.mine();
    const paid = {
      chain: 'solana',
      token: 'USDC',
      token_amount: '10.000000',
      tx_hash: signature,
      payer_address: payer,
    };
    expect(await live.untilStatus(payment_id, 'processing')).toMatchObject(paid);
    live.chain.mine(finalityBlocks);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject(paid);
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });

  it('in SOL counts parts, and names the payer', async () => {
    const { payment_id, address } = await opened('SOL');
    const { token_units } = await depositOf(payment_id);
    const half = BigInt(token_units) / 2n;
    await live.chain.pay({ token: 'SOL', to: address, units: half });
    await live.chain.pay({ token: 'SOL', to: address, units: BigInt(token_units) - half });
    live.chain.mine(finalityBlocks + 1);
    const paid = await live.untilStatus(payment_id, 'completed');
    expect(paid).toMatchObject({ token: 'SOL', payer_address: payer });
  });

  it('is not offered in SOL below what a new address must keep', async () => {
    const least = live.chain.rentFor(0);
    expect(live.ctx.chains.leastNative('live', 'solana')).toBe(least);
    const tokensFor = (cents: bigint) =>
      paymentOptions(live.ctx, {
        environment: 'live',
        accepted_chains: ['solana'],
        accepted_tokens: ['SOL', 'USDC'],
        amount_minor: cents,
        currency: 'USD',
      }).flatMap(({ tokens }) => tokens);
    const usdPerSol = fixedRates.usdPerToken('SOL') ?? 0n;
    const cents = (least * usdPerSol * 100n) / 10n ** BigInt(9 + 8);
    expect(tokensFor(cents)).toEqual(['USDC']);
    expect(tokensFor(cents + 1n)).toEqual(['SOL', 'USDC']);
  });

  it('keeps what is in another token as unapplied funds', async () => {
    const { payment_id, address } = await opened('USDC');
    await live.chain.pay({ token: 'SOL', to: address, units: 2_000_000n });
    await live.chain.pay({ token: 'USDC', to: address, units: 12_000_000n });
    live.chain.mine(finalityBlocks + 1);
    await live.untilStatus(payment_id, 'completed');
    const unapplied = await unappliedOf(payment_id, 2);
    expect(unapplied.map(({ reason, token, token_amount }) => [reason, token, token_amount]).sort()).toEqual([
      ['overpaid', 'USDC', '2.000000'],
      ['wrong_token', 'SOL', '0.002000'],
    ]);
  });

  it('survives a fork that drops its block, in whichever block its transaction comes back', async () => {
    const { payment_id, address } = await opened('USDC');
    const signature = await live.chain.pay({ token: 'USDC', to: address, units: 10_000_000n });
    live.chain.mine();
    await live.untilStatus(payment_id, 'processing');
    live.chain.fork(2, [signature]);
    live.chain.mine(finalityBlocks + 40);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ tx_hash: signature });
    expect(await unappliedOf(payment_id, 0)).toEqual([]);
  });

  it('has an address of its own, the same each time it is asked for', async () => {
    const [one, other] = [await opened('USDC'), await opened('USDC')];
    expect(one.address).not.toBe(other.address);
    const path = `/payments/${one.payment_id}/deposits`;
    const body = { chain: 'solana', token: 'SOL' };
    const again = await Promise.all(
      [1, 2, 3].map(() => live.call('POST', path, { key: live.liveKey, body })),
    );
    expect(new Set(again.map(({ json }) => json.data.address))).toEqual(new Set([one.address]));
  });
});

async function depositOf(paymentId: string): Promise<{ token_units: string }> {
  const [row] = await live.ctx.db<{ token_units: string }[]>`
    select token_units from deposits where payment_id = ${paymentId}`;
  return row ?? { token_units: '0' };
}
