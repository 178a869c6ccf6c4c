import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Provider } from '../evm/faults.ts';
import { startEvmChains } from '../evm/start-chains.ts';
import { call, clientFor, post } from './clients.ts';
import { newAddress } from './values.ts';

const devnet = await startEvmChains({ chains: ['ethereum', 'base'] });
afterAll(() => devnet.stop());
afterEach(() => devnet.heal(chain));
const chain = 'ethereum';
const url = devnet.urls.ethereum;
const client = clientFor(url);
const ask = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' };

describe('a node that lags', () => {
  it('knows nothing of newer blocks, in any way of asking', async () => {
    const to = newAddress();
    const hash = await devnet.pay({ chain, token: 'USDC', to, units: 1n });
    const receipt = await client.getTransactionReceipt({ hash });
    await devnet.mine(chain, 2);
    const head = devnet.head(chain);
    devnet.lag(chain, 3);
    expect(await client.getBlockNumber()).toBe(BigInt(head - 3));
    expect((await client.getBlock()).number).toBe(BigInt(head - 3));
    const nothing = [
      ['eth_getBlockByNumber', [`0x${receipt.blockNumber.toString(16)}`, false]],
      ['eth_getBlockByHash', [receipt.blockHash, false]],
      ['eth_getTransactionReceipt', [hash]],
      ['eth_getTransactionByHash', [hash]],
    ] as const;
    for (const [method, params] of nothing) expect((await call(url, method, [...params])).result).toBeNull();
    expect((await call(url, 'eth_getLogs', [{ blockHash: receipt.blockHash }])).error?.message).toBe(
      'unknown block',
    );
    expect(await client.getLogs({ fromBlock: receipt.blockNumber })).toEqual([]);
    expect((await call(url, 'eth_getBalance', [to, `0x${head.toString(16)}`])).error?.message).toBe(
      'header not found',
    );
    devnet.lag(chain, 0);
    expect(await client.getLogs({ fromBlock: receipt.blockNumber })).toHaveLength(1);
  });

  it('takes turns with another behind one address', async () => {
    await devnet.mine(chain, 4);
    const head = BigInt(devnet.head(chain));
    devnet.lag(chain, 0, 2);
    const heads: bigint[] = [];
    for (let count = 0; count < 4; count++) heads.push(await client.getBlockNumber());
    expect(new Set(heads)).toEqual(new Set([head, head - 2n]));
    expect(heads[0]).toBe(heads[2]);
  });
});

describe('an outage', () => {
  it('closes connections of that chain alone, until it ends', async () => {
    devnet.outage(chain, true);
    await expect(post(url, ask)).rejects.toThrow();
    expect((await post(devnet.urls.base, ask)).status).toBe(200);
    devnet.outage(chain, false);
    expect((await post(url, ask)).status).toBe(200);
  });

  it('never answers', async () => {
    devnet.outage(chain, 'hang');
    const signal = AbortSignal.timeout(100);
    await expect(fetch(url, { method: 'POST', body: JSON.stringify(ask), signal })).rejects.toThrow(
      'timeout',
    );
  });

  it('answers 500, 429 with Retry-After, HTML, half an answer, or a rate limit with status 200', async () => {
    devnet.outage(chain, '500');
    expect((await post(url, ask)).status).toBe(500);
    devnet.outage(chain, { kind: '429', retryAfterSeconds: 7 });
    const limited = await post(url, ask);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    devnet.outage(chain, 'html');
    expect(await (await post(url, ask)).text()).toContain('<html>');
    devnet.outage(chain, 'cut');
    await expect((await post(url, ask)).json()).rejects.toThrow();
    devnet.outage(chain, 'limited');
    expect(await (await post(url, ask)).json()).toMatchObject({ error: { code: -32005 } });
  });

  it('can hit a number of requests', async () => {
    devnet.outage(chain, { kind: '500', times: 2 });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await post(url, ask)).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  it('can hit a part of requests, the same ones for the same seed', async () => {
    const runs: number[][] = [];
    for (const seed of ['a', 'a', 'b']) {
      const other = await startEvmChains({ chains: ['base'], seed });
      other.outage('base', { kind: '500', share: 0.5 });
      const statuses: number[] = [];
      for (let count = 0; count < 30; count++) statuses.push((await post(other.urls.base, ask)).status);
      runs.push(statuses);
      await other.stop();
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    expect(new Set(runs[0])).toEqual(new Set([200, 500]));
  });
});

describe('limits of eth_getLogs', () => {
  const logs = (filter: object) => call(url, 'eth_getLogs', [filter]);

  it.each<[Provider, number, RegExp]>([
    ['geth', -32602, /^exceed maximum block range: 10$/],
    ['alchemy', -32600, /up to a 10 block range.*this block range should work: \[0x1, 0xa\]/],
    ['infura', -32602, /^range 10 exceeds limit of 10$/],
    ['quicknode', -32614, /^eth_getLogs is limited to a 10 range$/],
    ['avalanche', -32000, /^requested too many blocks from 1 to 11, maximum is set to 10$/],
    ['publicnode', -32701, /^exceed maximum block range: 10$/],
  ])('refuse a long range in the words of %s', async (provider, code, message) => {
    devnet.limit(chain, { logRange: 10, provider });
    const { error } = await logs({ fromBlock: '0x1', toBlock: '0xb' });
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((await logs({ fromBlock: '0x1', toBlock: '0xa' })).error).toBeUndefined();
  });

  it('refuse many topics, many contracts and many results', async () => {
    devnet.limit(chain, { topics: 2, addresses: 2, results: 2 });
    const topic = `0x${'00'.repeat(32)}`;
    expect((await logs({ topics: [null, [topic, topic, topic]] })).error?.message).toBe('exceed max topics');
    expect((await logs({ address: [newAddress(), newAddress(), newAddress()] })).error?.message).toBe(
      'exceed max addresses',
    );
    // The first block holds the transfers that fund the wallets.
    const { error } = await logs({ fromBlock: '0x0', toBlock: '0x1' });
    expect(error).toMatchObject({ code: -32005, message: 'query returned more than 2 results' });
  });
});

describe('answers that are late or incomplete', () => {
  it('hides logs for a while, and shows them later', async () => {
    const to = newAddress();
    const hidden = await devnet.pay({ chain, token: 'USDC', to, units: 1n });
    const shown = await devnet.pay({ chain, token: 'USDC', to, units: 2n });
    devnet.hideLogs(chain, { transactions: [hidden], times: 2 });
    const seen: string[][] = [];
    for (let count = 0; count < 3; count++) {
      const logs = await client.getLogs({ fromBlock: BigInt(devnet.head(chain) - 1) });
      seen.push(logs.map((log) => log.transactionHash));
    }
    expect(seen).toEqual([[shown], [shown], [hidden, shown]]);
  });

  it('waits before it answers', async () => {
    devnet.delay(chain, 60_000);
    const signal = AbortSignal.timeout(100);
    await expect(fetch(url, { method: 'POST', body: JSON.stringify(ask), signal })).rejects.toThrow(
      'timeout',
    );
  });
});

describe('transactions that go missing', () => {
  it('are accepted and never seen again', async () => {
    const [first] = devnet.wallets;
    const nonce = await client.getTransactionCount({ address: first?.address ?? '0x' });
    const raw = await first?.account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce,
      gas: 21_000n,
      to: newAddress(),
      maxFeePerGas: 10n ** 11n,
    });
    devnet.loseTransactions(chain, 1);
    const { result: hash } = await call(url, 'eth_sendRawTransaction', [raw]);
    await devnet.mine(chain);
    expect((await call(url, 'eth_getTransactionByHash', [hash])).result).toBeNull();
    expect((await call(url, 'eth_sendRawTransaction', [raw])).result).toBe(hash);
    await devnet.mine(chain);
    expect((await call(url, 'eth_getTransactionReceipt', [hash])).result).toMatchObject({ status: '0x1' });
  });

  it('are dropped from the pool', async () => {
    const hash = await devnet.pay({ chain, token: 'ETH', to: newAddress(), units: 1n, mine: false });
    expect((await call(url, 'eth_getTransactionByHash', [hash])).result).toMatchObject({ blockHash: null });
    expect([await devnet.drop(chain, hash), await devnet.drop(chain, hash)]).toEqual([true, false]);
    expect((await call(url, 'eth_getTransactionByHash', [hash])).result).toBeNull();
  });
});
