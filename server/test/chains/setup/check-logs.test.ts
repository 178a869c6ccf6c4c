import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRpc } from '../../../src/chains/rpc/rpc.ts';
import { checkLogs } from '../../../src/chains/setup/evm/check-logs.ts';
import { ModelChain } from '../watching/model/model-chain.ts';
import { byDepth, modelLiveChain, usdc } from '../watching/model/model-money.ts';
import { modelRpc } from '../watching/model/model-rpc.ts';
import { mineOn } from '../watching/model/model-transactions.ts';
import { RpcFailure, type RpcRequest, type RpcServer, startRpcServer } from '../watching/model/rpc-server.ts';

/** What `chains check` says of a node's logs. */

const to = `0xd1${'0'.repeat(38)}`;

const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

let chain: ModelChain;
let timeMs: number;
let server: RpcServer;
/** Changes what the node answers; may throw. */
let alter: (request: RpcRequest, answer: unknown) => unknown;
beforeEach(async () => {
  alter = (_request, answer) => answer;
  timeMs = startMs;
  chain = new ModelChain(startMs);
  server = await startRpcServer((request) => alter(request, modelRpc(chain, 8453)(request)));
});
afterEach(() => server.stop());

function mine(units?: bigint): void {
  timeMs += 2000;
  if (units === undefined) mineOn(chain, timeMs);
  else mineOn(chain, timeMs, { transfers: [{ token: usdc, to, units }] });
}

async function check(urls = [server.url]) {
  const rpc = createRpc({ urls, chainId: 8453, nowMs: Date.now });
  try {
    return await checkLogs(rpc, modelLiveChain(byDepth(3), { id: 'base', chainId: 8453, rpcUrls: urls }));
  } finally {
    await rpc.close();
  }
}

const withBloom =
  (bloom: string): typeof alter =>
  (_request, answer) =>
    typeof answer === 'object' && answer !== null && 'logsBloom' in answer
      ? { ...answer, logsBloom: bloom }
      : answer;

it('a node whose blooms are right, and that has receipts, can show that none is missing', async () => {
  mine(5n);
  mine();
  expect(await check()).toEqual([
    { what: 'logs', found: 'the node can show that none is missing', todo: null },
  ]);
});

it('without a block with transactions there is nothing to look at', async () => {
  mine();
  expect(await check()).toEqual([
    { what: 'logs', found: 'no block with transactions to look at', todo: null },
  ]);
});

describe.each([
  ['empty', `0x${'00'.repeat(256)}`],
  ['of other logs', `0x${'10'.repeat(2)}${'00'.repeat(254)}`],
])('a chain whose blooms are %s', (_which, bloom) => {
  const found = 'the blooms of headers are empty or wrong, so receipts or two nodes must show each block';
  beforeEach(() => {
    mine(5n);
    alter = withBloom(bloom);
  });

  it('needs a second node', async () => {
    const todo = 'Add a second node to BASE_RPC_URL: one alone could hide payments unnoticed.';
    expect(await check()).toEqual([{ what: 'logs', found, todo }]);
  });

  it('is watched by two', async () => {
    const other = await startRpcServer((request) => alter(request, modelRpc(chain, 8453)(request)));
    expect(await check([server.url, other.url])).toEqual([{ what: 'logs', found, todo: null }]);
    await other.stop();
  });
});

describe('a node that can prove nothing', () => {
  const todo =
    'Add a node to BASE_RPC_URL that answers eth_getBlockReceipts, or eth_getLogs by block hash without a filter.';
  const refuse = (method: string) => {
    throw new RpcFailure(-32601, `no method ${method}`);
  };
  beforeEach(() => mine(5n));

  it('since it knows no receipts, and leaves logs out', async () => {
    alter = ({ method }, answer) =>
      method === 'eth_getBlockReceipts' ? refuse(method) : method === 'eth_getLogs' ? [] : answer;
    expect(await check()).toEqual([
      { what: 'logs', found: expect.stringMatching(/does not show all logs of block \d+/), todo },
    ]);
  });

  it('since it knows no receipts, and answers no logs without a filter', async () => {
    alter = ({ method }, answer) =>
      method === 'eth_getBlockReceipts' || method === 'eth_getLogs' ? refuse(method) : answer;
    expect(await check()).toEqual([{ what: 'logs', found: expect.stringContaining('eth_getLogs'), todo }]);
  });
});
