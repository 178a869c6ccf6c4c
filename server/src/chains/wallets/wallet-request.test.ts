import { decodeFunctionData, erc20Abi } from 'viem';
import { expect, it } from 'vitest';
import { evmChainIds, evmChains } from '../evm/evm-chains.ts';
import type { EvmWalletRequest } from '../wallet-request.ts';
import { walletRequest as anyRequest } from './wallet-request.ts';

const walletRequest = (...asked: Parameters<typeof anyRequest>) =>
  anyRequest(...asked) as EvmWalletRequest | null;

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const deposit = { chain: 'base', token: 'USDC', address, token_units: '10000000' } as const;

it('a token is sent by its contract', () => {
  const request = walletRequest({}, deposit);
  expect(request).toMatchObject({
    chain_id: '0x2105',
    contract: evmChains.base.contracts.USDC,
    units: '0x989680',
  });
  expect(request?.transaction).toMatchObject({ to: evmChains.base.contracts.USDC, value: '0x0' });
  const data = request?.transaction.data as `0x${string}`;
  expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
    functionName: 'transfer',
    args: [address, 10_000_000n],
  });
});

it('native money goes to the address itself', () => {
  const request = walletRequest({}, { ...deposit, token: 'ETH', token_units: '3334000000000000' });
  expect(request?.transaction).toEqual({ to: address, value: '0xbd8415dae6000', data: '0x' });
  expect(request?.contract).toBeNull();
});

it.each(evmChainIds)('a wallet that does not know %s is told of it, without the operator’s node', (chain) => {
  const settings = { [chain]: { rpcUrls: ['https://node.example/secret-key'] } };
  const request = walletRequest(settings, { ...deposit, chain });
  expect(request?.add_chain).toMatchObject({
    chainId: request?.chain_id,
    rpcUrls: [evmChains[chain].publicRpcUrl],
  });
  expect(JSON.stringify(request)).not.toContain('secret');
});

it('a chain of the operator’s own is told of only with a public node', () => {
  const own = { rpcUrls: ['http://127.0.0.1:8545'], chainId: 31337 };
  expect(walletRequest({ base: own }, deposit)).toMatchObject({ chain_id: '0x7a69', add_chain: null });
  const open = { ...own, walletRpcUrl: 'https://rpc.example' };
  expect(walletRequest({ base: open }, deposit)?.add_chain?.rpcUrls).toEqual(['https://rpc.example']);
});

it('on Solana wallets are asked only when there is a treasury', () => {
  const solana = { ...deposit, chain: 'solana' } as const;
  expect(anyRequest({}, solana)).toBeNull();
  expect(anyRequest({}, solana, 'treasury')).toEqual({ family: 'solana', chain: 'solana:mainnet' });
});
