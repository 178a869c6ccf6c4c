import type { KeyPairSigner } from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { usdcMint } from '../../../../devnet/solana/addresses.ts';
import { paymentInstructions } from '../../../../devnet/solana/payments.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { type SolanaWatcher, slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { createTreasury } from '../../../src/chains/watching/solana/treasury-accounts.ts';
import { MemorySlotTables } from './solana/memory-slot-ledger.ts';
import { createWatcher } from './solana/slot-history.ts';
import { spammedNode } from './solana/spammed-node.ts';

let chain: SolanaChain;
let tables: MemorySlotTables;
let watcher: SolanaWatcher;
let treasury: KeyPairSigner;
let deposits: KeyPairSigner[];

/** A worker that has just started. */
async function startWorker(): Promise<SolanaWatcher> {
  const made = createWatcher(chain, tables.ledger('one'), slotRules, Date.now, async () => {});
  return { ...made, treasury: await createTreasury([treasury.address], usdcMint, tokenAccountOf) };
}

beforeEach(async () => {
  chain = await startSolana({ port: null, lags: { finalized: 8 } });
  tables = new MemorySlotTables();
  treasury = await localSigner('treasury');
  deposits = await Promise.all([localSigner('deposit 1'), localSigner('deposit 2')]);
  const watched = {
    native: true,
    registeredAt: new Date(),
    watchUntil: new Date(Date.now() + 91 * 86_400_000),
  };
  for (const { address } of deposits) tables.watched.push({ address, ...watched });
  watcher = await startWorker();
});
afterEach(() => chain.stop());

const one = () => deposits[0]?.address ?? '';
const two = () => deposits[1]?.address ?? '';
const payTreasury = (units: bigint, references: string[], token: 'SOL' | 'USDC' = 'USDC') =>
  chain.pay({ token, to: treasury.address, units, references });
const payByMemo = (units: bigint, memos: string[], references: string[] = []) =>
  chain.pay({ token: 'USDC', to: treasury.address, units, references, memos });

async function passes(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    chain.mine();
    await takeSlotStep(watcher);
  }
}

const standing = () =>
  [...tables.arrivals.values()]
    .filter(({ state }) => state !== 'gone')
    .map(({ address, token, units, state, inTreasury }) => [address, token, units, state, inTreasury]);

it('money in the treasury belongs to the address that its transaction names', async () => {
  const signature = await payTreasury(5_000_000n, [one()]);
  await payTreasury(7_000_000n, [two()], 'SOL');
  await passes();
  expect(standing().sort()).toEqual(
    [
      [one(), 'USDC', 5_000_000n, 'seen', true],
      [two(), 'SOL', 7_000_000n, 'seen', true],
    ].sort(),
  );
  const [payer] = chain.wallets;
  const paid = [...tables.arrivals.values()].find((arrival) => arrival.signature === signature);
  expect(paid?.payer).toBe(payer?.address);
  await passes(12);
  expect(standing().map(([, , , state]) => state)).toEqual(['final', 'final']);
});

it('reads each transaction once, and goes on from the newest finalized one after a restart', async () => {
  await payTreasury(5_000_000n, [one()]);
  await passes(12);
  const before = chain.calls.get('getTransaction') ?? 0;
  watcher = await startWorker();
  await passes(3);
  expect(chain.calls.get('getTransaction') ?? 0).toBe(before);
  await payTreasury(6_000_000n, [one()]);
  await passes(12);
  expect(standing().map(([, , units]) => units)).toEqual([5_000_000n, 6_000_000n]);
});

it('a transaction that names two payments, or none, credits nobody', async () => {
  await payTreasury(5_000_000n, [one(), two()]);
  await payTreasury(5_000_000n, []);
  await passes(12);
  expect(standing()).toEqual([]);
  expect(tables.marks.size, 'they are read once all the same').toBeGreaterThan(0);
});

it('money in the treasury belongs to the address that a memo of its transaction is', async () => {
  await payByMemo(5_000_000n, [one()]);
  await payByMemo(6_000_000n, ['for my friends', two()]);
  await payByMemo(7_000_000n, [two()], [two()]);
  await payByMemo(8_000_000n, [`${one()}.`]);
  await passes(12);
  expect(standing()).toEqual([
    [one(), 'USDC', 5_000_000n, 'final', true],
    [two(), 'USDC', 6_000_000n, 'final', true],
    [two(), 'USDC', 7_000_000n, 'final', true],
  ]);
});

it.each([
  ['two memos', () => [one(), two()], () => []],
  ['a memo and an account', () => [one()], () => [two()]],
])('a transaction that names two payments by %s credits nobody', async (_case, memos, references) => {
  await payByMemo(5_000_000n, memos(), references());
  await passes(12);
  expect(standing()).toEqual([]);
});

it("a stranger's memo moves no money: what a deposit address got stays there", async () => {
  await chain.pay({ token: 'USDC', to: one(), units: 5_000_000n, memos: [two()] });
  await payByMemo(1n, [two()], []);
  await passes(12);
  expect(standing().sort()).toEqual(
    [
      [one(), 'USDC', 5_000_000n, 'final', undefined],
      [two(), 'USDC', 1n, 'final', true],
    ].sort(),
  );
});

it('what the treasury signed pays for no payment, whatever it names', async () => {
  await chain.pay({ token: 'SOL', to: treasury.address, units: 1_000_000_000n });
  const [from] = chain.wallets;
  if (!from) throw new Error('the chain has no wallet');
  const payment = { token: 'USDC', to: treasury.address, units: 5_000_000n } as const;
  for (const named of [{ references: [one()] }, { memos: [one()] }])
    await chain.transact(treasury, await paymentInstructions({ ...payment, ...named }, from));
  await passes(12);
  expect(standing()).toEqual([]);
});

it("what came by Circle's bridge pays for no payment, whatever it names", async () => {
  const { cctpTransmitter } = solanaChain;
  await payTreasury(5_000_000n, [one(), cctpTransmitter]);
  await payByMemo(6_000_000n, [two()], [cctpTransmitter]);
  await payTreasury(7_000_000n, [one(), two(), cctpTransmitter]);
  await payTreasury(8_000_000n, [one()]);
  await passes(12);
  expect(standing()).toEqual([[one(), 'USDC', 8_000_000n, 'final', true]]);
});

it('a sweep is no arrival: its money was counted when it came', async () => {
  await chain.pay({ token: 'SOL', to: one(), units: 50_000_000n });
  await passes(12);
  const [from] = deposits;
  await chain.pay({ token: 'SOL', to: treasury.address, units: 20_000_000n, ...(from ? { from } : {}) });
  await passes(12);
  expect(standing()).toEqual([[one(), 'SOL', 50_000_000n, 'final', undefined]]);
});

it.each([
  ['comes back in another block', 'all' as const, 1],
  ['is gone', [], 0],
])('a transaction whose block a fork drops and that %s counts accordingly', async (_case, keep, count) => {
  // The token account is there before: its creation is not what is dropped.
  await payTreasury(1n, []);
  await passes(12);
  await payTreasury(5_000_000n, [one()]);
  await passes();
  expect(standing()).toHaveLength(1);
  chain.fork(2, keep);
  await passes(60);
  expect(standing()).toEqual(Array(count).fill([one(), 'USDC', 5_000_000n, 'final', true]));
});

it('misses nothing when nodes lag, and the time stands still meanwhile', async () => {
  await passes(2);
  await payTreasury(5_000_000n, [one()]);
  chain.lag(0, 6);
  await passes(20);
  chain.lag(0);
  await passes(12);
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'final', true]]);
});

it('does not keep in mind what it could not store', async () => {
  await payTreasury(5_000_000n, [one()]);
  chain.mine();
  const { ledger } = watcher;
  watcher = { ...watcher, ledger: { ...ledger, commit: async () => false } };
  await passes();
  watcher = { ...watcher, ledger };
  await passes();
  expect(standing()).toHaveLength(1);
});

it('goes on after a transaction that came between the balances and the history', async () => {
  await payTreasury(1n, []);
  await passes(12);
  const { node } = watcher;
  let isPaid = false;
  const balances: typeof node.balances = async (accounts, atLeast) => {
    const read = await node.balances(accounts, atLeast);
    if (!isPaid) {
      isPaid = true;
      await payTreasury(5_000_000n, [one()]);
      chain.mine();
    }
    return read;
  };
  watcher = { ...watcher, node: { ...node, balances } };
  await passes(3);
  const reached = tables.at?.number ?? 0;
  await passes(3);
  expect(standing()).toHaveLength(1);
  expect(tables.at?.number).toBe(reached + 3);
});

it('waits for a transaction that a node leaves out between others, also after a restart', async () => {
  await payTreasury(1n, []);
  await passes(12);
  const slot = tables.at?.number;
  const hidden = await payTreasury(5_000_000n, [one()]);
  chain.mine();
  await payTreasury(6_000_000n, [two()]);
  const hiding = async () => {
    const made = await startWorker();
    const historyPage: typeof made.node.historyPage = async (account, wanted) =>
      (await made.node.historyPage(account, wanted)).filter(({ signature }) => signature !== hidden);
    return { ...made, node: { ...made.node, historyPage } };
  };
  watcher = await hiding();
  await passes(12);
  watcher = await hiding();
  await passes(12);
  expect(standing()).toEqual([]);
  expect(tables.at?.number).toBe(slot);
  watcher = await startWorker();
  await passes(12);
  expect(standing().map(([address, , units]) => [address, units])).toEqual([
    [one(), 5_000_000n],
    [two(), 6_000_000n],
  ]);
  expect(tables.at?.number).toBeGreaterThan(slot ?? 0);
});

/** A node that was restored from a snapshot: balances and slots are right, and of this transaction it knows nothing. */
function forgetting(hidden: string): SolanaWatcher {
  const { node } = watcher;
  return {
    ...watcher,
    node: {
      ...node,
      historyPage: async (account, wanted) =>
        (await node.historyPage(account, wanted)).filter(({ signature }) => signature !== hidden),
      history: async (account, wanted) =>
        (await node.history(account, wanted)).filter(({ signature }) => signature !== hidden),
      transaction: async (signature) => (signature === hidden ? null : node.transaction(signature)),
      statuses: async (signatures) =>
        (await node.statuses(signatures)).map((status, index) =>
          signatures[index] === hidden ? null : status,
        ),
    },
  };
}

it.each([
  ['to the treasury', () => payTreasury(5_000_000n, [one()]), () => payTreasury(6_000_000n, [two()])],
  [
    'to a deposit address',
    () => chain.pay({ token: 'USDC', to: one(), units: 5_000_000n }),
    () => chain.pay({ token: 'USDC', to: one(), units: 6_000_000n }),
  ],
])('a payment %s that a node forgot is not gone while the balance has it', async (_case, pay, payMore) => {
  await payTreasury(1n, []);
  await passes(12);
  const honest = watcher;
  const hidden = await pay();
  await passes();
  // Read before the node forgot the one before it.
  await payMore();
  await passes();
  watcher = forgetting(hidden);
  await passes(50);
  const slot = tables.at?.number;
  await passes(10);
  const paid = () => [...tables.arrivals.values()].find(({ signature }) => signature === hidden);
  expect(paid()).toMatchObject({ units: 5_000_000n, state: 'seen' });
  expect(tables.at?.number).toBe(slot);
  watcher = honest;
  await passes(12);
  expect(paid()).toMatchObject({ units: 5_000_000n, state: 'final' });
});

it.each([
  ['the worker that read it', () => watcher],
  ['another worker', startWorker],
])(
  'the first payment that ever came, which %s is not shown again, is not gone while the balance has it',
  async (_case, next) => {
    const honest = watcher;
    const hidden = await payTreasury(5_000_000n, [one()]);
    await passes();
    watcher = await next();
    watcher = forgetting(hidden);
    await passes(40);
    await payTreasury(6_000_000n, [two()]);
    await passes(20);
    const paid = () => [...tables.arrivals.values()].find(({ signature }) => signature === hidden);
    expect(paid()).toMatchObject({ units: 5_000_000n, state: 'seen' });
    watcher = honest;
    await passes(12);
    expect(standing().map(([, , units, state]) => [units, state])).toEqual([
      [5_000_000n, 'final'],
      [6_000_000n, 'final'],
    ]);
  },
);

it.each(['SOL', 'USDC'] as const)(
  'the first payment that ever came, in %s, is found when a node left it out until the next one was final',
  async (token) => {
    const honest = watcher;
    await passes(2);
    const hidden = await payTreasury(5_000_000n, [one()], token);
    watcher = forgetting(hidden);
    await passes(2);
    const slot = tables.at?.number;
    await payTreasury(6_000_000n, [two()], token);
    await passes(20);
    expect(tables.at?.number, 'payments expire by it').toBe(slot);
    watcher = honest;
    await passes(12);
    expect(standing().map(([, , units, state]) => [units, state])).toEqual([
      [5_000_000n, 'final'],
      [6_000_000n, 'final'],
    ]);
  },
);

it('a payment that was finalized when it was first read is not gone because a node forgets it then', async () => {
  const honest = watcher;
  const hidden = await payTreasury(5_000_000n, [one()]);
  chain.mine(12);
  await passes();
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'seen', true]]);
  watcher = forgetting(hidden);
  await passes(40);
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'seen', true]]);
  watcher = honest;
  await passes(2);
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'final', true]]);
});

it('a payment that a fork dropped is gone once later ones are finalized', async () => {
  await payTreasury(1n, []);
  await passes(12);
  await payTreasury(5_000_000n, [one()]);
  await passes();
  chain.fork(2);
  await payTreasury(6_000_000n, [two()]);
  await passes(12);
  expect(standing()).toEqual([[two(), 'USDC', 6_000_000n, 'final', true]]);
});

it('finds a payment again that was taken for gone', async () => {
  await payTreasury(1n, []);
  await passes(12);
  const honest = watcher;
  const hidden = await payTreasury(5_000_000n, [one()]);
  await passes();
  // Balances of the same node do not have it either.
  const { node } = forgetting(hidden);
  const balances: typeof node.balances = async (accounts, atLeast) =>
    (await node.balances(accounts, atLeast)).map((balance) => ({
      ...balance,
      units: balance.units === 5_000_001n ? 1n : balance.units,
    }));
  watcher = { ...watcher, node: { ...node, balances } };
  await passes(60);
  expect(standing()).toEqual([]);
  watcher = honest;
  await passes(12);
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'final', true]]);
});

/** Steps until none says that it has more to read. */
async function steps(): Promise<number> {
  let count = 1;
  while ((await takeSlotStep(watcher)) === 'more') count++;
  return count;
}

it('finds a payment behind 12,000 transactions of a spammer, by steps that commit', async () => {
  await payTreasury(1n, []);
  await passes(12);
  const slot = tables.at?.number ?? 0;
  const account = await tokenAccountOf(treasury.address, usdcMint);
  await payTreasury(5_000_000n, [one()]);
  chain.mine(12);
  const balance = { account, owner: treasury.address, mint: usdcMint, program: 'token', units: 1n };
  const spammed = spammedNode(watcher.node, { account, count: 12_000, slot, balances: [balance] });
  watcher = { ...watcher, node: spammed };
  await takeSlotStep(watcher);
  const mark = tables.marks.get(account)?.signature;
  expect(mark).toMatch(/^spam/);
  // Another worker goes on from there.
  watcher = { ...(await startWorker()), node: spammed };
  expect(await steps()).toBeGreaterThan(10);
  expect(spammed.read.size).toBe(12_000);
  expect(standing()).toEqual([[one(), 'USDC', 5_000_000n, 'seen', true]]);
  expect(tables.at?.number).toBe(slot + 13);
});

it('finds a payment whose address was shown while a pass was under way', async () => {
  const { address } = await localSigner('deposit 3');
  const { node } = watcher;
  let isShown = false;
  const historyPage: typeof node.historyPage = async (account, wanted) => {
    if (!isShown) {
      isShown = true;
      tables.watched.push({ ...tables.watched[0], address } as (typeof tables.watched)[number]);
      await payTreasury(5_000_000n, [address]);
      chain.mine(12);
    }
    return node.historyPage(account, wanted);
  };
  watcher = { ...watcher, node: { ...node, historyPage } };
  await passes(12);
  expect(standing()).toEqual([[address, 'USDC', 5_000_000n, 'final', true]]);
});

it('goes on after a failed transaction that the treasury paid for, the last one and one between others', async () => {
  await payTreasury(1_000_000_000n, [], 'SOL');
  await passes(12);
  const fail = async () =>
    chain.transact(
      treasury,
      await paymentInstructions({ token: 'SOL', to: one(), units: 10n ** 12n }, treasury),
    );
  await fail();
  await passes(3);
  const reached = tables.at?.number ?? 0;
  await passes(12);
  expect(tables.at?.number).toBe(reached + 12);
  watcher = await startWorker();
  await fail();
  await payTreasury(5_000_000n, [one()], 'SOL');
  await passes(12);
  expect(standing()).toEqual([[one(), 'SOL', 5_000_000n, 'final', true]]);
});

it('reads of failed transactions of a spammer only the newest', async () => {
  await payTreasury(1_000_000_000n, [], 'SOL');
  await passes(12);
  const slot = tables.at?.number ?? 0;
  const account = treasury.address;
  const spam = { account, count: 2500, slot: slot + 1, isFailed: true, lamports: 1_000_000_000n };
  const spammed = spammedNode(watcher.node, spam);
  const historyPage: typeof spammed.historyPage = async (...asked) =>
    (await spammed.historyPage(...asked)).map((entry) =>
      // Each in a slot of its own.
      entry.signature.startsWith('spam')
        ? { ...entry, slot: slot + 3000 - Number(entry.signature.slice(4)) }
        : entry,
    );
  const transaction: typeof spammed.transaction = async (signature) => {
    const found = await spammed.transaction(signature);
    return found && signature.startsWith('spam')
      ? { ...found, slot: slot + 3000 - Number(signature.slice(4)) }
      : found;
  };
  const read: string[] = [];
  watcher = {
    ...watcher,
    node: {
      ...spammed,
      historyPage,
      transaction: (signature) => {
        read.push(signature);
        return transaction(signature);
      },
    },
  };
  chain.mine(3100);
  await steps();
  expect(read).toHaveLength(3);
  expect(tables.marks.get(account)).toMatchObject({ signature: 'spam0', units: 1_000_000_000n });
});

/** A fork drops a payment that was seen. It is sent again, and now stands behind another one. */
async function putAnotherBefore(): Promise<void> {
  await payTreasury(1n, []);
  await passes(12);
  const seen = await payTreasury(5_000_000n, [one()]);
  await passes();
  chain.fork(4);
  await payTreasury(7_000_000n, [two()]);
  // As many blocks as before it, so with the same blockhash.
  expect(await payTreasury(5_000_000n, [one()])).toBe(seen);
  await passes(60);
}

it('finds a payment that a fork puts before one that was seen', async () => {
  await putAnotherBefore();
  expect(standing()).toHaveLength(2);
});

it('would miss it if it went on from transactions that are not finalized', async () => {
  const { node } = watcher;
  const historyPage: typeof node.historyPage = async (account, wanted) =>
    (await node.historyPage(account, wanted)).map((entry) => ({ ...entry, isFinalized: true }));
  watcher = { ...watcher, node: { ...node, historyPage } };
  await putAnotherBefore();
  expect(standing()).not.toHaveLength(2);
});
