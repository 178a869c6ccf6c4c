import { afterAll, describe, expect, it } from 'vitest';
import { startEvmChains } from '../evm/start-chains.ts';
import { call, clientFor } from './clients.ts';
import { newAddress, walletAt } from './values.ts';

const devnet = await startEvmChains({ chains: ['ethereum'] });
afterAll(() => devnet.stop());
const url = devnet.urls.ethereum;
const client = clientFor(url);
const chain = 'ethereum';

const hashesFrom = async (first: number, count: number) => {
  const hashes: string[] = [];
  for (let number = first; number < first + count; number++)
    hashes.push((await client.getBlock({ blockNumber: BigInt(number) })).hash);
  return hashes;
};
const balance = (address: `0x${string}`) => client.getBalance({ address });

describe('a reorganisation', () => {
  it('replaces empty blocks by others with other hashes, one more than before', async () => {
    await devnet.mine(chain, 3);
    const head = devnet.head(chain);
    const old = await hashesFrom(head - 2, 3);
    await devnet.reorg(chain, 3);
    expect(devnet.head(chain)).toBe(head + 1);
    const now = await hashesFrom(head - 2, 3);
    expect(now.filter((hash) => old.includes(hash))).toEqual([]);
    for (const hash of old) expect((await call(url, 'eth_getBlockByHash', [hash, false])).result).toBeNull();
    const [first] = await hashesFrom(head - 3, 1);
    expect((await client.getBlock({ blockNumber: BigInt(head - 2) })).parentHash).toBe(first);
  });

  it('drops a payment with its logs and receipt, and frees its nonce', async () => {
    const to = newAddress();
    const hash = await devnet.pay({ chain, token: 'USDC', to, units: 70n });
    const { blockHash } = await client.getTransactionReceipt({ hash });
    await devnet.mine(chain, 2);
    await devnet.reorg(chain, 3);
    expect((await call(url, 'eth_getTransactionReceipt', [hash])).result).toBeNull();
    expect((await call(url, 'eth_getTransactionByHash', [hash])).result).toBeNull();
    expect((await call(url, 'eth_getLogs', [{ blockHash }])).error?.message).toBe('unknown block');
    const logs = await client.getLogs({ fromBlock: 0n, address: devnet.tokens.ethereum.USDC });
    expect(logs.map((log) => log.transactionHash)).not.toContain(hash);
    await devnet.pay({ chain, token: 'ETH', to, units: 1n });
    expect(await balance(to)).toBe(1n);
  });

  it('includes again what it is told to keep, in another block', async () => {
    const [kept, left] = [newAddress(), newAddress()];
    const hash = await devnet.pay({ chain, token: 'ETH', to: kept, units: 3n });
    await devnet.pay({ chain, token: 'ETH', to: left, units: 4n, from: walletAt(1) });
    const before = await client.getTransactionReceipt({ hash });
    await devnet.reorg(chain, 2, { keep: [hash] });
    const after = await client.getTransactionReceipt({ hash });
    expect(after.blockNumber).toBe(before.blockNumber);
    expect(after.blockHash).not.toBe(before.blockHash);
    expect([await balance(kept), await balance(left)]).toEqual([3n, 0n]);
  });

  it('keeps everything, or makes the chain shorter, on request', async () => {
    const to = newAddress();
    for (let count = 0; count < 3; count++) await devnet.pay({ chain, token: 'ETH', to, units: 1n });
    const head = devnet.head(chain);
    await devnet.reorg(chain, 3, { keep: 'all', length: 1 });
    expect(devnet.head(chain)).toBe(head - 2);
    expect(await balance(to)).toBe(3n);
  });

  it('leaves what waits in the pool there, to be mined on the new branch', async () => {
    const to = newAddress();
    await devnet.mine(chain);
    const hash = await devnet.pay({ chain, token: 'ETH', to, units: 2n, mine: false });
    expect(await balance(to)).toBe(0n);
    await devnet.reorg(chain, 1);
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success');
  });

  it('can be done over and over, also over the same blocks', async () => {
    const seen = new Set<string>();
    const number = BigInt(devnet.head(chain));
    for (let round = 0; round < 5; round++) {
      seen.add((await client.getBlock({ blockNumber: number })).hash);
      await devnet.reorg(chain, devnet.head(chain) - Number(number) + 1);
    }
    expect(seen.size).toBe(5);
  });

  it('never shows a half-done branch to a reader', async () => {
    await devnet.mine(chain, 5);
    const head = devnet.head(chain);
    const work = devnet.reorg(chain, 5);
    const heads = await Promise.all(Array.from({ length: 20 }, () => client.getBlockNumber()));
    await work;
    expect(heads.filter((one) => one !== BigInt(head) && one !== BigInt(head + 1))).toEqual([]);
  });

  it('is not known to a node that still shows the old branch, alone or behind the same address', async () => {
    const to = newAddress();
    const hash = await devnet.pay({ chain, token: 'USDC', to, units: 8n });
    const old = await client.getTransactionReceipt({ hash });
    const number = old.blockNumber;
    await devnet.mine(chain);
    await devnet.reorg(chain, 2);
    const { hash: now } = await client.getBlock({ blockNumber: number });
    devnet.branch(chain, 'old');
    expect(await client.getBlockNumber()).toBe(number + 1n);
    expect((await client.getBlock({ blockNumber: number })).hash).toBe(old.blockHash);
    expect((await client.getBlock()).parentHash).toBe(old.blockHash);
    expect((await client.getTransactionReceipt({ hash })).blockHash).toBe(old.blockHash);
    const usdc = devnet.tokens.ethereum.USDC;
    for (const within of [{ fromBlock: 0n }, { fromBlock: number }, { blockHash: old.blockHash }]) {
      const logs = await client.getLogs({ address: usdc, ...within });
      expect(logs.at(-1)).toMatchObject({ transactionHash: hash, blockHash: old.blockHash });
    }
    expect(await client.getLogs({ address: newAddress(), fromBlock: number })).toEqual([]);
    expect((await call(url, 'eth_getBlockByHash', [now, false])).result).toBeNull();
    devnet.branch(chain, 'both');
    const seen: string[] = [];
    for (let count = 0; count < 4; count++) seen.push((await client.getBlock({ blockNumber: number })).hash);
    expect(new Set(seen)).toEqual(new Set([old.blockHash, now]));
    devnet.heal(chain);
    expect((await client.getBlock({ blockNumber: number })).hash).toBe(now);
  });

  it('refuses to replace the chain’s first block', async () => {
    await expect(devnet.reorg(chain, devnet.head(chain) + 1)).rejects.toThrow('has no');
  });
});
