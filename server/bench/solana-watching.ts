import { createHash } from 'node:crypto';
import type { Connection } from '../src/chains/rpc/connection.ts';
import type { Rpc } from '../src/chains/rpc/rpc.ts';
import { liveSolana } from '../src/chains/setup/live-chains.ts';
import { createSolanaNode } from '../src/chains/solana/node.ts';
import { createWatchedAccounts } from '../src/chains/watching/solana/accounts.ts';
import { takeSlotStep } from '../src/chains/watching/solana/slot-step.ts';
import { slotRules } from '../src/chains/watching/solana/solana-watcher.ts';
import { toBase58 } from '../src/lib/chains/base58.ts';
import { MemorySlotTables } from '../test/chains/watching/solana/memory-slot-ledger.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

const few = 100;
const many = sized(10_000, 200);
/** One in so many addresses is paid between two passes. */
const paidShare = 100;
const rounds = sized(7, 1);
const units = 5_000_000;
const payer = addressOf('payer');

/** CPU time of finding one payment in SOL, with 100 and with 10,000 open addresses of which one in a hundred is paid. */
export async function compareSolanaWatching(): Promise<Row[]> {
  const [small, large] = [startWatching(few), startWatching(many)];
  // The first pass knows no account yet.
  await Promise.all([small.pass(), large.pass()]);
  const { subject, baseline, ratio } = await compare(rounds, large.findPayments, small.findPayments);
  const calls = [small, large].map(({ callsOfPass }) => callsOfPass());
  return [
    {
      what: `finding a payment among 10,000 open Solana addresses, vs 100 (CPU time; ${calls[1]} and ${calls[0]} calls a pass)`,
      subject: `${subject.toFixed(2)} ms`,
      baseline: `${baseline.toFixed(2)} ms`,
      ratio,
      goal: 'at most 2.0',
      met: ratio <= 2,
    },
  ];
}

function startWatching(count: number) {
  const node = createNode();
  const tables = new MemorySlotTables();
  const owners = Array.from({ length: count }, (_, index) => addressOf(`${count} ${index}`));
  const now = new Date();
  const watchUntil = new Date(now.getTime() + 91 * 86_400_000);
  for (const address of owners) tables.watched.push({ address, native: true, registeredAt: now, watchUntil });
  const chain = liveSolana({ solana: { rpcUrls: ['http://127.0.0.1'] } });
  if (!chain) throw new Error('solana is off');
  const ledger = tables.ledger('bench');
  const find = async (owner: string, mint: string) => addressOf(`${owner} ${mint}`);
  const mints = [chain.usdcMint, ...chain.strays];
  const accounts = createWatchedAccounts(mints, find, ledger, Date.now);
  const watcher = {
    chain,
    node: createSolanaNode(node.rpc),
    ledger,
    accounts,
    paths: new Map(),
    rules: slotRules,
    treasury: null,
    onClock() {},
    warn() {},
  };
  const pass = () => takeSlotStep(watcher);
  let next = 0;
  let calls = 0;
  return {
    pass,
    callsOfPass: () => calls,
    /** Milliseconds for each payment. */
    async findPayments(): Promise<number> {
      const payments = count / paidShare;
      for (let paid = 0; paid < payments; paid++) node.pay(owners[next++ % count] ?? '');
      const [found, made] = [tables.arrivals.size, node.calls()];
      const before = process.cpuUsage();
      await pass();
      const { user, system } = process.cpuUsage(before);
      calls = node.calls() - made;
      if (tables.arrivals.size - found !== payments) throw new Error('a payment was not found');
      return (user + system) / 1000 / payments;
    },
  };
}

/** A node that answers as text, like a real one, whose transactions are finalized at once. */
function createNode() {
  let slot = 1000;
  let calls = 0;
  const lamports = new Map<string, number>();
  const history = new Map<string, { signature: string; slot: number }[]>();
  const transactions = new Map<string, object>();
  const data = ['', 'base64'];
  const accountOf = (address: string) =>
    lamports.has(address) ? { lamports: lamports.get(address), data, owner: payer } : null;

  function answer(method: string, params: readonly unknown[]): unknown {
    const [first] = params as [string & string[]];
    if (method === 'getSlot') return slot;
    if (method === 'getAccountInfo') return { context: { slot }, value: { data: [clock(slot), 'base64'] } };
    if (method === 'getMultipleAccounts') return { context: { slot }, value: first.map(accountOf) };
    if (method === 'getTokenAccountsByOwner') return { context: { slot }, value: [] };
    if (method === 'getTransaction') return transactions.get(first) ?? null;
    if (method === 'getSignaturesForAddress')
      return (history.get(first) ?? []).map((one) => ({
        ...one,
        err: null,
        confirmationStatus: 'finalized',
      }));
    const status = { slot: 0, err: null, confirmationStatus: 'finalized' };
    const found = first.map((signature) => ({ ...status, ...transactions.get(signature) }));
    return {
      context: { slot },
      value: found.map(({ slot, err, confirmationStatus }) => ({ slot, err, confirmationStatus })),
    };
  }
  const connection = {
    host: 'bench',
    async call(method: string, params: readonly unknown[]) {
      calls++;
      return JSON.parse(JSON.stringify(answer(method, JSON.parse(JSON.stringify(params)))));
    },
  } as unknown as Connection;
  return {
    rpc: {
      run: (work) => work(connection),
      everywhere: async () => [],
      size: 1,
      close: async () => {},
    } satisfies Rpc,
    calls: () => calls,
    pay(to: string) {
      slot++;
      const signature = addressOf(`signature ${slot} ${to}`);
      const before = lamports.get(to) ?? 0;
      lamports.set(to, before + units);
      history.set(to, [{ signature, slot }, ...(history.get(to) ?? [])]);
      transactions.set(signature, transactionOf(signature, slot, to, before));
    },
  };
}

function transactionOf(signature: string, slot: number, to: string, before: number) {
  const message = { accountKeys: [payer, to], header: { numRequiredSignatures: 1 } };
  const meta = {
    err: null,
    fee: 5000,
    preBalances: [10 ** 12, before],
    postBalances: [10 ** 12 - units - 5000, before + units],
  };
  return {
    slot,
    blockTime: Math.floor(Date.now() / 1000),
    transaction: { message, signatures: [signature] },
    meta,
  };
}

/** The sysvar, as of a slot. */
function clock(slot: number): string {
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64LE(BigInt(slot), 0);
  bytes.writeBigInt64LE(BigInt(Math.floor(Date.now() / 1000)), 32);
  return bytes.toString('base64');
}

function addressOf(text: string): string {
  return toBase58(createHash('sha256').update(text).digest());
}
