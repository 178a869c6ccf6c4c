import { type Address, encodeFunctionData, type Hex, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenAbi } from '../../../devnet/evm/contracts.ts';
import { type EvmChainId, evmChainIds } from '../../src/chains/evm/evm-chains.ts';
import { chains } from '../../src/lib/chains/registry.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<EvmChainId>;
beforeAll(async () => {
  live = await startLiveService(...evmChainIds);
});
afterAll(() => live?.stop());

const onAll = (work: (chain: EvmChainId) => Promise<unknown>) => Promise.all(evmChainIds.map(work));

describe('all seven chains', () => {
  it('take every token from the request to `payment.completed`', async () => {
    const options = evmChainIds.flatMap((chain) =>
      chains[chain].tokens.map((token) => ({ chain, ...token })),
    );
    const opened = await Promise.all(
      options.map(async ({ chain, symbol: token, decimals }) => ({
        ...(await live.open(chain, token)),
        chain,
        token,
        decimals,
      })),
    );
    const hashes = new Map<string, string>();
    await onAll(async (chain) => {
      for (const { payment_id, token, address: to, token_amount, decimals } of opened.filter(
        (one) => one.chain === chain,
      )) {
        const units = parseUnits(token_amount, decimals);
        hashes.set(payment_id, await live.chains.pay({ chain, token, to, units, mine: false }));
      }
      await live.chains.mine(chain);
    });
    for (const { payment_id } of opened) await live.untilStatus(payment_id, 'processing');
    await onAll((chain) => live.chains.mine(chain, confirmations));
    for (const { payment_id } of opened) await live.untilStatus(payment_id, 'completed');

    const events = (await live.call('GET', '/events?limit=100', { key: live.liveKey })).json.data;
    for (const { payment_id, chain, token, token_amount } of opened) {
      const own = events.filter(
        ({ data }: { data: { payment_id: string } }) => data.payment_id === payment_id,
      );
      const paid = { chain, token, token_amount, tx_hash: hashes.get(payment_id) };
      expect(own).toMatchObject([
        { type: 'payment.completed', data: paid },
        { type: 'payment.processing', data: paid },
      ]);
    }
    const left = await live.call('GET', '/unapplied_funds', { key: live.liveKey });
    expect([opened.length, left.json.data]).toEqual([21, []]);
  });
});

describe('USDT', () => {
  const change = (data: Hex) =>
    live.chains.on('polygon').transact({ to: live.chains.tokens.polygon.USDT, data });
  const setFee = (bps: bigint) =>
    change(encodeFunctionData({ abi: tokenAbi, functionName: 'setBasisPointsRate', args: [bps] }));
  const pay = (to: Address, dollars: number, wallet = 0) =>
    live.chains.pay({
      chain: 'polygon',
      token: 'USDT',
      to,
      units: BigInt(dollars * 1e6),
      from: live.chains.wallets[wallet],
    });

  it('that takes a fee from each transfer counts with what arrived', async () => {
    const { payment_id, address } = await live.open('polygon', 'USDT');
    await setFee(100n);
    await pay(address, 10);
    await setFee(0n);
    await live.chains.mine('polygon', confirmations);
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    await pay(address, 0.1);
    await live.chains.mine('polygon', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '10.000000' });
  });

  it('that a blocked wallet cannot send leaves the payment open for another wallet', async () => {
    const { payment_id, address } = await live.open('polygon', 'USDT');
    const [, blocked, other] = live.chains.wallets;
    if (!blocked) throw new Error('There are no wallets');
    await change(
      encodeFunctionData({ abi: tokenAbi, functionName: 'setBlacklisted', args: [blocked.address, true] }),
    );
    await pay(address, 10, 1);
    await live.chains.mine('polygon', confirmations);
    expect(await live.get(payment_id)).toMatchObject({ status: 'pending' });
    await pay(address, 10, 2);
    await live.chains.mine('polygon', confirmations);
    expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ payer_address: other?.address });
  });
});
