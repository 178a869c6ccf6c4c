import { encodeFunctionData, parseGwei, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentProxy, multicall, tokenAbi } from '../evm/contracts.ts';
import { startEvmChains } from '../evm/start-chains.ts';
import { setupWallet } from '../evm/wallets.ts';
import { call, clientFor, post } from './clients.ts';
import { newAddress, walletAt } from './values.ts';

const depth = { safe: 2, finalized: 5 };
const devnet = await startEvmChains({ chains: ['ethereum'], depth });
afterAll(() => devnet.stop());
const url = devnet.urls.ethereum;
const client = clientFor(url);
const usdc = devnet.tokens.ethereum.USDC;
const transferEvent = tokenAbi.find((one) => one.type === 'event');

const from = walletAt(3);
const sign = (change: object = {}) =>
  from.account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    to: newAddress(),
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('1'),
    ...change,
  });
const refusal = async (raw: string) => (await call(url, 'eth_sendRawTransaction', [raw])).error?.message;

describe('a local node, asked by viem', () => {
  it('shows blocks that are linked by their hashes', async () => {
    await devnet.mine('ethereum', 3);
    const head = await client.getBlock();
    const parent = await client.getBlock({ blockHash: head.parentHash });
    expect(parent.number).toBe(head.number - 1n);
    expect(await client.getChainId()).toBe(1);
    expect(await call(url, 'eth_getBlockByNumber', [toHex(head.number + 1n), false])).toMatchObject({
      result: null,
    });
  });

  it('mines a block at a given time', async () => {
    const at = new Date((Math.floor(Date.now() / 1000) + 3600) * 1000);
    await devnet.mine('ethereum', 2, at);
    const head = devnet.head('ethereum');
    const block = await client.getBlock({ blockNumber: BigInt(head - 1) });
    expect(Number(block.timestamp) * 1000).toBe(at.getTime());
    expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(block.timestamp);
  });

  it('finds a payment by range, by block hash, by topics, and in the receipts', async () => {
    const to = newAddress();
    const hash = await devnet.pay({ chain: 'ethereum', token: 'USDC', to, units: 700n });
    const receipt = await client.getTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    const filters = [
      { fromBlock: 0n, toBlock: 'latest', args: { to } },
      { blockHash: receipt.blockHash, args: { to: [newAddress(), to] } },
    ] as const;
    for (const filter of filters) {
      const logs = await client.getLogs({ address: usdc, event: transferEvent, ...filter });
      expect(logs).toMatchObject([{ transactionHash: hash, args: { to, value: 700n } }]);
    }
    const { result } = await call(url, 'eth_getBlockReceipts', [toHex(receipt.blockNumber)]);
    expect(result).toMatchObject([{ transactionHash: hash, logs: [{ data: toHex(700n, { size: 32 }) }] }]);
  });

  it('estimates gas and fees, and calls contracts at older blocks', async () => {
    const to = newAddress();
    const before = await client.getBlockNumber();
    await devnet.pay({ chain: 'ethereum', token: 'USDC', to, units: 5n });
    const balanceOf = { address: usdc, abi: tokenAbi, functionName: 'balanceOf', args: [to] } as const;
    expect(await client.readContract(balanceOf)).toBe(5n);
    expect(await client.readContract({ ...balanceOf, blockNumber: before })).toBe(0n);
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, 1n] });
    expect(await client.estimateGas({ account: from.address, to: usdc, data })).toBeGreaterThan(21_000n);
    expect((await client.estimateFeesPerGas()).maxFeePerGas).toBeGreaterThan(0n);
    expect(
      (await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })).baseFeePerGas,
    ).toHaveLength(3);
  });

  it('puts `safe` and `finalized` behind the head', async () => {
    await devnet.mine('ethereum', 10);
    const head = await client.getBlockNumber();
    const { number: safe } = await client.getBlock({ blockTag: 'safe' });
    const { number: finalized } = await client.getBlock({ blockTag: 'finalized' });
    expect([head - safe, head - finalized]).toEqual([2n, 5n]);
    const to = newAddress();
    await devnet.pay({ chain: 'ethereum', token: 'ETH', to, units: 9n });
    expect(await client.getBalance({ address: to, blockTag: 'finalized' })).toBe(0n);
    expect(await client.getBalance({ address: to })).toBe(9n);
  });

  it('has the deployment proxy and Multicall3 where they are on every chain', async () => {
    expect(await client.getCode({ address: deploymentProxy })).toMatch(/^0x7f/);
    expect(await client.getCode({ address: multicall })).toMatch(/^0x60/);
    const results = await client.multicall({
      contracts: [
        { address: usdc, abi: tokenAbi, functionName: 'decimals' },
        { address: newAddress(), abi: tokenAbi, functionName: 'decimals' },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual(['success', 'failure']);
  });
});

describe('what a local node refuses', () => {
  beforeAll(async () => {
    await call(url, 'eth_sendRawTransaction', [await sign()]);
  });

  it('is worded as geth does for transactions', async () => {
    expect(await refusal(await sign({ value: 2n }))).toBe('replacement transaction underpriced');
    const first = await sign({ nonce: 1, to: newAddress() });
    expect(await refusal(first)).toBeUndefined();
    expect(await refusal(first)).toBe('already known');
    expect(await refusal(await sign({ nonce: 2, gas: 100n }))).toBe(
      'intrinsic gas too low: gas 100, minimum needed 21000',
    );
    expect(await refusal(await sign({ nonce: 2, value: 10n ** 30n }))).toMatch(
      /^insufficient funds for gas \* price \+ value: balance \d+, tx cost \d+, overshot \d+$/,
    );
    expect(await refusal('0x1234')).toBe('transaction type not supported');
    await devnet.mine('ethereum');
    expect(await refusal(first)).toBe('nonce too low: next nonce 2, tx nonce 1');
  });

  it('keeps an underpriced transaction waiting, and mines the others', async () => {
    const stuck = await sign({ nonce: 2, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
    const { result: hash } = await call(url, 'eth_sendRawTransaction', [stuck]);
    const other = await devnet.pay({ chain: 'ethereum', token: 'ETH', to: newAddress(), units: 1n });
    expect((await client.getTransactionReceipt({ hash: other })).status).toBe('success');
    expect(await call(url, 'eth_getTransactionReceipt', [hash])).toMatchObject({ result: null });
  });

  it('says why a call reverts, with its data', async () => {
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [newAddress(), 10n ** 30n],
    });
    const { error } = await call(url, 'eth_call', [{ from: setupWallet.address, to: usdc, data }, 'latest']);
    expect(error).toMatchObject({
      code: 3,
      message: 'execution reverted: ERC20: transfer amount exceeds balance',
      data: expect.stringMatching(/^0x08c379a0/),
    });
  });

  it.each([
    ['hardhat_mine', ['0x1'], -32601],
    ['evm_snapshot', [], -32601],
    ['eth_nope', [], -32601],
    ['eth_getBalance', ['0x00000000000000000000000000000000000000aa', '0xffff'], -32000],
    ['eth_getLogs', [{ blockHash: `0x${'11'.repeat(32)}` }], -32000],
    ['eth_getLogs', [{ fromBlock: '0x5', toBlock: '0x1' }], -32000],
    ['eth_getBalance', ['zz', 'latest'], -32602],
  ])('%s %j has the code %i', async (method, params, code) => {
    expect((await call(url, method, params)).error?.code).toBe(code);
  });

  it('answers a batch in its order, each call by itself', async () => {
    const calls = ['eth_chainId', 'eth_nope', 'eth_blockNumber'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
    }));
    const answers = await (await post(url, calls)).json();
    expect(answers).toMatchObject([{ id: 0, result: '0x1' }, { id: 1, error: { code: -32601 } }, { id: 2 }]);
    expect(await (await post(url, '{')).json()).toMatchObject({ error: { code: -32700 } });
    expect(await (await post(url, [])).json()).toMatchObject({ error: { message: 'empty batch' } });
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(`${devnet.url}/solana`)).status).toBe(404);
  });
});
