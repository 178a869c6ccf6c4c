import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { createRpc, type Rpc } from '../../../src/chains/rpc/rpc.ts';
import { createSolanaNode } from '../../../src/chains/solana/node.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { createSolanaRpc } from '../../../src/chains/solana/solana-rpc.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { type SolanaWatcher, slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { type RpcProxy, startRpcProxy } from '../../treasury/transfers/rpc-proxy.ts';
import { chanceFrom } from './model/chance.ts';
import { MemorySlotTables } from './solana/memory-slot-ledger.ts';
import { createWatcher } from './solana/slot-history.ts';

let chain: SolanaChain;
let proxy: RpcProxy;
let rpc: Rpc;
/** Requests that were sent, those that failed too. */
let requests = 0;
beforeAll(async () => {
  chain = await startSolana({ lags: { finalized: 8 } });
  const chance = chanceFrom(3);
  proxy = await startRpcProxy({
    url: chain.url,
    random: () => chance.below(1_000_000) / 1_000_000,
    killShare: 0,
    maxKills: 0,
    kill: () => {},
    share: { before: 1 / 3, after: 0, nullReceipts: 0 },
    alters(_method, result) {
      requests++;
      return result;
    },
  });
  rpc = createSolanaRpc(createRpc, solanaChain.genesisHash, { urls: [proxy.urlFor(1)], nowMs: Date.now });
});
afterAll(async () => {
  await rpc?.close();
  await proxy?.stop();
  await chain?.stop();
});

/** A worker that looks for the first time, at a hundred open addresses of which one was paid. */
async function startPaid(name: string) {
  const tables = new MemorySlotTables();
  const owners = await Promise.all(
    Array.from({ length: 100 }, (_, index) => localSigner(`${name} ${index}`)),
  );
  const watched = {
    native: true,
    registeredAt: new Date(),
    watchUntil: new Date(Date.now() + 91 * 86_400_000),
  };
  for (const { address } of owners) tables.watched.push({ address, ...watched });
  await chain.pay({ token: 'USDC', to: owners[7]?.address ?? '', units: 5_000_000n });
  chain.mine();
  const made = createWatcher(chain, tables.ledger('one'), slotRules, Date.now, async () => {});
  const watcher: SolanaWatcher = { ...made, node: createSolanaNode(rpc) };
  return { tables, watcher };
}

it('a payment is seen in the first pass though a third of all requests fail, by half as many more requests', async () => {
  proxy.isOn = false;
  const usual = await startPaid('usual');
  const before = total();
  await takeSlotStep(usual.watcher);
  const needed = total() - before;
  proxy.isOn = true;
  [requests, proxy.counts.before] = [0, 0];
  const { tables, watcher } = await startPaid('flaky');
  const answeredBefore = total();
  await takeSlotStep(watcher);
  expect([...tables.arrivals.values()].map(({ units }) => units)).toEqual([5_000_000n]);
  // A request that fails is sent again, and nothing that was answered is read a second time.
  expect(total() - answeredBefore).toBeLessThanOrEqual(needed);
  expect(proxy.counts.before).toBeGreaterThan(0);
  expect(requests + proxy.counts.before).toBeLessThanOrEqual(3 * needed);
});

/** Requests that the node answered. */
function total(): number {
  return [...chain.calls.values()].reduce((sum, made) => sum + made, 0);
}
