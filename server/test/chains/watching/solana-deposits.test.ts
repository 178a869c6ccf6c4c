import type { Address, KeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { token2022Program, tokenProgram } from '../../../../devnet/solana/addresses.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { RpcError } from '../../../src/chains/rpc/rpc-error.ts';
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

/** Pays into a token account of the deposit that is not its usual one. */
async function payStray(mint: KeyPairSigner, programAddress: Address, units: bigint): Promise<string> {
  const [payer] = chain.wallets as [KeyPairSigner];
  const [owner, account] = [deposit.address, await localSigner(`account of ${mint.address}`)];
  const create = (newAccount: KeyPairSigner, space: bigint) =>
    getCreateAccountInstruction({ payer, newAccount, lamports: 3_000_000n, space, programAddress });
  const config = { programAddress };
  await chain.transact(payer, [
    create(mint, 82n),
    getInitializeMint2Instruction(
      { mint: mint.address, decimals: 6, mintAuthority: payer.address, freezeAuthority: null },
      config,
    ),
    create(account, 165n),
    getInitializeAccount3Instruction({ account: account.address, mint: mint.address, owner }, config),
    getMintToInstruction(
      { mint: mint.address, token: account.address, mintAuthority: payer, amount: units },
      config,
    ),
  ]);
  return account.address;
}

it.each([
  ['of another mint', tokenProgram],
  ['of Token-2022', token2022Program],
])('records a token %s that comes alone, and the cursor goes on', async (_case, program) => {
  await takeSlotStep(watcher);
  const mint = await localSigner(`mint of ${program}`);
  const account = await payStray(mint, program, 9_000_000n);
  chain.mine();
  watcher = startWorker();
  const { slot } = await watcher.node.clock(0);
  await takeSlotStep(watcher);
  expect([...tables.arrivals.values()]).toMatchObject([
    { address: deposit.address, account, token: null, mint: mint.address, units: 9_000_000n },
  ]);
  expect(tables.at?.number).toBe(slot);
});

it('goes on at a node that does not list token accounts', async () => {
  const warn = vi.fn();
  const tokenAccounts = () => Promise.reject(new RpcError('node', 'local', 'excluded from the index'));
  watcher = { ...watcher, warn, node: { ...watcher.node, tokenAccounts } };
  await pay(5_000_000n);
  chain.mine();
  await takeSlotStep(watcher);
  expect(units()).toEqual([5_000_000n]);
  expect(warn).toHaveBeenCalledTimes(1);
});
