import { type Address, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChains } from '../../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { bloomOf, covers } from '../../../src/chains/evm/bloom.ts';
import { createEvmNode, type EvmNode } from '../../../src/chains/evm/node.ts';
import type { Block } from '../../../src/chains/rpc/answers.ts';
import { createRpc, type Rpc } from '../../../src/chains/rpc/rpc.ts';
import { type RpcProxy, startRpcProxy } from '../../treasury/transfers/rpc-proxy.ts';

let chains: EvmChains<'base'>;
let proxy: RpcProxy;
let rpc: Rpc;
let node: EvmNode;
/** Changes what the node answers. */
let alter: (method: string, result: unknown) => unknown = (_method, result) => result;
beforeAll(async () => {
  chains = await startEvmChains({ chains: ['base'], seed: 'block logs' });
  proxy = await startRpcProxy({
    url: chains.urls.base,
    random: () => 1,
    killShare: 0,
    maxKills: 0,
    kill: () => {},
    share: { before: 0, after: 0, nullReceipts: 0 },
    alters: (method, result) => alter(method, result),
  });
  rpc = createRpc({ urls: [proxy.urlFor(1)], chainId: 8453, nowMs: Date.now });
  node = createEvmNode(rpc, null);
  await chains.rpc('base', 'evm_setBlockGasLimit', [toHex(10n ** 9n)]);
});
afterEach(() => {
  alter = (_method, result) => result;
  chains.heal('base');
});
afterAll(async () => {
  await rpc?.close();
  await proxy?.stop();
  await chains?.stop();
});

const to: Address = '0x00000000000000000000000000000000000000Ad';

/** A block with so many transfers, a plain payment and a transaction that fails. */
async function blockOf(transfers: number): Promise<Block> {
  const [first, second, third] = chains.wallets;
  await chains.pay({ chain: 'base', token: 'ETH', to, units: 1n, from: second, mine: false });
  await chains.payInVain({ chain: 'base', token: 'USDC', to, from: third, mine: false });
  for (let count = 0; count < transfers; count++)
    await chains.pay({ chain: 'base', token: 'USDC', to, units: 1n, from: first, mine: false });
  await chains.mine('base');
  const [block] = await node.blocks(chains.head('base'), chains.head('base'), false);
  if (!block) throw new Error('no block');
  return block;
}

describe('the logs of a block', () => {
  it.each([0, 1, 2, 15, 16, 140])(
    'of %s transfers are those of its receipts, whose root its header has',
    async (count) => {
      const block = await blockOf(count);
      chains.hideLogs('base', {});
      const logs = await node.logsIn(block);
      expect(logs.map(({ logIndex }) => logIndex)).toEqual([...Array(count).keys()]);
      expect(bloomOf(logs)).toEqual(new Uint8Array(block.bloom ?? []));
    },
  );

  it('are not believed while a receipt is missing, and read in another way where receipts are unknown', async () => {
    const block = await blockOf(3);
    alter = (method, result) =>
      method === 'eth_getBlockReceipts' ? (result as unknown[]).toSpliced(2, 1) : result;
    expect(await node.logsIn(block)).toHaveLength(3);
    chains.hideLogs('base', {});
    await expect(node.logsIn(block)).rejects.toThrow(`does not show all logs of block ${block.number}`);
  });

  it('need two nodes that agree where blooms are empty and receipts do not fit, if there are two', async () => {
    await blockOf(1);
    alter = (_method, result) => withoutBloom(result);
    const two = createRpc({ urls: [proxy.urlFor(1), chains.urls.base], chainId: 8453, nowMs: Date.now });
    try {
      const both = createEvmNode(two, null);
      const number = chains.head('base');
      const [block] = await both.blocks(number, number, false);
      expect(block).toMatchObject({ number, bloom: null });
      if (!block) throw new Error('no block');
      const unfit = { ...block, receiptsRoot: toHex(0, { size: 32 }) };
      expect(await both.logsIn(unfit)).toHaveLength(1);
      alter = (method, result) => (method === 'eth_getLogs' ? [] : withoutBloom(result));
      await expect(both.logsIn(unfit)).rejects.toThrow(`no two nodes agree on the logs of block ${number}`);
    } finally {
      await two.close();
    }
  });
});

function withoutBloom(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'parentHash' in result
    ? { ...result, logsBloom: toHex(0, { size: 256 }) }
    : result;
}

it('a bloom covers what it was made of, and nothing covers a bloom with more', () => {
  const log = (address: string) => ({ address, topics: [] });
  const [one, two] = [log(`0x${'11'.repeat(20)}`), log(`0x${'22'.repeat(20)}`)];
  expect(covers(bloomOf([one, two]), bloomOf([one]))).toBe(true);
  expect(covers(bloomOf([one]), bloomOf([one, two]))).toBe(false);
});
