import { concat, encodeFunctionData, getCreate2Address, pad, parseUnits } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { evmChainIds } from '../../server/src/chains/evm/evm-chains.ts';
import { chains, tokenDecimals } from '../../server/src/lib/chains/registry.ts';
import { chainSpecs, isNative } from '../evm/chain-specs.ts';
import {
  deploymentProxy,
  feedAbi,
  feeToken,
  lyingToken,
  multicall,
  multicallAbi,
  smartWallet,
  tokenAbi,
} from '../evm/contracts.ts';
import { priceFeeds } from '../evm/price-feeds.ts';
import { startEvmChains } from '../evm/start-chains.ts';
import { clientFor } from './clients.ts';
import { newAddress, walletAt } from './values.ts';

const devnet = await startEvmChains();
afterAll(() => devnet.stop());
const client = clientFor(devnet.urls.ethereum);
const chain = 'ethereum';

type Address = `0x${string}`;
const held = (token: Address, owner: Address, asked = client) =>
  asked.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [owner] });
const status = async (hash: Address) => (await client.getTransactionReceipt({ hash })).status;
const control = (token: Address, data: Address) => devnet.on(chain).transact({ to: token, data });

describe('all seven chains in one process', () => {
  it.each(evmChainIds)('%s has its chain id, and takes a payment in each of its tokens', async (name) => {
    const asked = clientFor(devnet.urls[name]);
    expect(await asked.getChainId()).toBe(chainSpecs[name].chainId);
    const to = newAddress();
    for (const { symbol, decimals } of chains[name].tokens) {
      const units = parseUnits('1.5', decimals);
      const hash = await devnet.pay({ chain: name, token: symbol, to, units });
      expect((await asked.getTransactionReceipt({ hash })).status).toBe('success');
      const address = chainSpecs[name].tokens[symbol];
      expect(address === undefined).toBe(isNative(name, symbol));
      if (!address) expect(await asked.getBalance({ address: to })).toBe(units);
      else {
        expect(await held(address, to, asked)).toBe(units);
        expect(await asked.readContract({ address, abi: tokenAbi, functionName: 'decimals' })).toBe(decimals);
      }
    }
    for (const stray of chainSpecs[name].strays) {
      await devnet.pay({ chain: name, token: stray, to, units: 4n });
      expect(await held(stray, to, asked)).toBe(4n);
    }
  });

  it('has USDC with 18 decimals on bsc', () => {
    expect(tokenDecimals('bsc', 'USDC')).toBe(18);
  });
});

describe('tokens that behave badly', () => {
  const usdt = devnet.tokens.ethereum.USDT;

  it('USDT returns nothing', async () => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [newAddress(), 1n] });
    const answer = await client.call({ account: walletAt(0).address, to: usdt, data });
    expect(answer.data).toBeUndefined();
  });

  it('USDT can take a fee, block an address and be paused', async () => {
    const [to, from] = [newAddress(), walletAt(2)];
    const pay = () => devnet.pay({ chain, token: 'USDT', to, units: 1000n, from });
    const set = (functionName: 'setBlacklisted' | 'setPaused', on: boolean) =>
      functionName === 'setPaused'
        ? control(usdt, encodeFunctionData({ abi: tokenAbi, functionName, args: [on] }))
        : control(usdt, encodeFunctionData({ abi: tokenAbi, functionName, args: [from.address, on] }));
    const rate = (value: bigint) =>
      control(usdt, encodeFunctionData({ abi: tokenAbi, functionName: 'setBasisPointsRate', args: [value] }));
    await rate(100n);
    await pay();
    expect(await held(usdt, to)).toBe(990n);
    await rate(0n);
    for (const fault of ['setBlacklisted', 'setPaused'] as const) {
      await set(fault, true);
      expect(await status(await pay())).toBe('reverted');
      await set(fault, false);
      expect(await status(await pay())).toBe('success');
    }
    expect(await held(usdt, to)).toBe(2990n);
  });

  it('USDC blocks a recipient', async () => {
    const to = newAddress();
    const usdc = devnet.tokens.ethereum.USDC;
    const args = [to, true] as const;
    await control(usdc, encodeFunctionData({ abi: tokenAbi, functionName: 'setBlacklisted', args }));
    expect(await status(await devnet.pay({ chain, token: 'USDC', to, units: 1n }))).toBe('reverted');
  });

  it('one keeps a fee of each transfer, one only says that it moved', async () => {
    const to = newAddress();
    await devnet.pay({ chain, token: feeToken, to, units: 1000n });
    expect(await held(feeToken, to)).toBe(990n);
    const hash = await devnet.pay({ chain, token: lyingToken, to, units: 1000n });
    expect((await client.getTransactionReceipt({ hash })).logs).toHaveLength(1);
    expect(await held(lyingToken, to)).toBe(0n);
  });
});

describe('ways to pay', () => {
  it('a contract pays by an internal call that no transaction’s recipient shows', async () => {
    const to = newAddress();
    const hash = await devnet.payFromContract({ chain, to, units: 77n });
    expect((await client.getTransaction({ hash })).to?.toLowerCase()).toBe(smartWallet.toLowerCase());
    const asked = {
      address: multicall,
      abi: multicallAbi,
      functionName: 'getEthBalance',
      args: [to],
    } as const;
    expect(await client.readContract(asked)).toBe(77n);
  });

  it('a wallet replaces its transaction by one with a higher fee', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const old = await devnet.pay({ chain, token: 'ETH', to: first, units: 5n, mine: false });
    const hash = await devnet.on(chain).replace(old, { to: second, value: 6n });
    expect(await status(hash)).toBe('success');
    await expect(client.getTransaction({ hash: old })).rejects.toThrow('could not be found');
    expect(await client.getBalance({ address: second })).toBe(6n);
  });

  it.each(['ETH', 'USDC', 'USDT'] as const)('a %s transaction names an address and fails', async (token) => {
    const to = newAddress();
    const hash = await devnet.payInVain({ chain, token, to });
    const receipt = await client.getTransactionReceipt({ hash });
    expect([receipt.status, receipt.logs]).toEqual(['reverted', []]);
    const { input } = await client.getTransaction({ hash });
    expect(input).toContain(to.slice(2).toLowerCase());
    expect(await client.getBalance({ address: to })).toBe(0n);
  });

  it('many payments from one wallet at once all arrive, in one block', async () => {
    const to = newAddress();
    const from = walletAt(4);
    const units = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
    await Promise.all(
      units.map((one) => devnet.pay({ chain, token: 'USDC', to, units: one, from, mine: false })),
    );
    await devnet.mine(chain);
    expect(await held(devnet.tokens.ethereum.USDC, to)).toBe(210n);
  });
});

it('the deployment proxy deploys at the address that CREATE2 tells', async () => {
  const [salt, bytecode] = [pad('0x01'), '0x6001600c60003960016000f300'] as const;
  await devnet.on(chain).transact({ to: deploymentProxy, data: concat([salt, bytecode]) });
  const address = getCreate2Address({ from: deploymentProxy, salt, bytecode });
  expect(await client.getCode({ address })).toBe('0x00');
});

it('Chainlink’s feeds on arbitrum answer fresh prices, and what they are set to', async () => {
  const arbitrum = clientFor(devnet.urls.arbitrum);
  const read = () =>
    arbitrum.readContract({ address: priceFeeds.ETH, abi: feedAbi, functionName: 'latestRoundData' });
  expect((await read())[1]).toBe(3000n * 10n ** 8n);
  const stale = new Date(Date.now() - 7_200_000);
  await devnet.setFeed('ETH', '2500.5', stale);
  const [, answer, , updatedAt] = await read();
  expect([answer, updatedAt]).toEqual([250_050_000_000n, BigInt(Math.floor(stale.getTime() / 1000))]);
});
