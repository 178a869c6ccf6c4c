import type { KeyPairSigner } from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { type SolanaWatcher, slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { MemorySlotTables } from './solana/memory-slot-ledger.ts';
import { createWatcher } from './solana/slot-history.ts';
import { spammedNode } from './solana/spammed-node.ts';

let chain: SolanaChain;
let tables: MemorySlotTables;
let watcher: SolanaWatcher;
let deposit: KeyPairSigner;

const startWorker = () => createWatcher(chain, tables.ledger('one'), slotRules, Date.now, async () => {});

beforeEach(async () => {
  chain = await startSolana({ port: null, lags: { finalized: 8 } });
  tables = new MemorySlotTables();
  deposit = await localSigner('deposit 1');
  const watchUntil = new Date(Date.now() + 91 * 86_400_000);
  tables.watched.push({ address: deposit.address, native: true, registeredAt: new Date(), watchUntil });
  watcher = startWorker();
});
afterEach(() => chain.stop());

const pay = (units: bigint) => chain.pay({ token: 'SOL', to: deposit.address, units });
const units = () => [...tables.arrivals.values()].map((one) => one.units);

/** Steps until none says that it has more to read. */
async function steps(): Promise<number> {
  let count = 1;
  while ((await takeSlotStep(watcher)) === 'more') count++;
  return count;
}

it.each([
  ['that succeed', false],
  ['that fail', true],
])(
  'finds a payment behind 10,500 transactions of a spammer %s, and the cursor goes on',
  async (_case, isFailed) => {
    await pay(5_000_000n);
    chain.mine();
    await steps();
    const slot = tables.at?.number ?? 0;
    const { address: account } = deposit;
    await pay(7_000_000n);
    chain.mine(20);
    const spammed = spammedNode(watcher.node, { account, count: 10_500, slot, isFailed });
    watcher = { ...watcher, node: spammed };
    await takeSlotStep(watcher);
    const read = spammed.read.size;
    watcher = { ...startWorker(), node: spammed };
    expect(await steps()).toBeGreaterThan(isFailed ? 0 : 10);
    expect(units()).toEqual([5_000_000n, 7_000_000n]);
    expect(tables.at?.number).toBe(slot + 21);
    expect(read).toBeGreaterThan(0);
    // A later payment is found from the mark on.
    await pay(9_000_000n);
    chain.mine();
    const before = spammed.read.size;
    expect(await steps()).toBe(1);
    expect(units()).toEqual([5_000_000n, 7_000_000n, 9_000_000n]);
    expect(spammed.read.size).toBe(before);
  },
);

it('goes on while somebody pays dust into an address at every moment', async () => {
  await pay(5_000_000n);
  chain.mine();
  const { node } = watcher;
  const balances: typeof node.balances = async (accounts, atLeast) => {
    const read = await node.balances(accounts, atLeast);
    await pay(1n);
    chain.mine();
    return read;
  };
  watcher = { ...watcher, node: { ...node, balances } };
  for (let pass = 0; pass < 5; pass++) {
    chain.mine();
    const { slot } = await node.clock(0);
    await takeSlotStep(watcher);
    expect(tables.at?.number).toBe(slot);
  }
  expect(units()).toEqual([5_000_000n, 1n, 1n, 1n, 1n, 1n]);
});

it('reads a history again from its beginning when a node had left out a payment of it', async () => {
  const { address: account } = deposit;
  await pay(5_000_000n);
  chain.mine();
  await steps();
  const slot = tables.at?.number ?? 0;
  const left = await pay(6_000_000n);
  await pay(7_000_000n);
  chain.mine(20);
  const spammed = spammedNode(watcher.node, { account, count: 1500, slot });
  const historyPage: typeof spammed.historyPage = async (of, wanted) =>
    (await spammed.historyPage(of, wanted)).filter(({ signature }) => signature !== left);
  watcher = { ...watcher, node: { ...spammed, historyPage } };
  await steps();
  expect(tables.at?.number).toBe(slot);
  watcher = { ...watcher, node: spammed };
  for (let pass = 0; pass < 70; pass++) await steps();
  expect(units().sort()).toEqual([5_000_000n, 6_000_000n, 7_000_000n]);
  expect(tables.at?.number).toBe(slot + 22);
});
