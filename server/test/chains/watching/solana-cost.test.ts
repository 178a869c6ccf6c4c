import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { toBase58 } from '../../../src/lib/chains/base58.ts';
import { budget } from '../../support/chance.ts';
import { MemorySlotTables } from './solana/memory-slot-ledger.ts';
import { createWatcher } from './solana/slot-history.ts';

let chain: SolanaChain;
beforeAll(async () => {
  chain = await startSolana();
});
afterAll(() => chain?.stop());

const addressOf = (text: string) => toBase58(createHash('sha256').update(text).digest());

/** The calls of one pass over so many open addresses, of which one was paid. */
async function callsFor(count: number): Promise<Record<string, number>> {
  const tables = new MemorySlotTables();
  const now = Date.now();
  for (let index = 0; index < count; index++)
    tables.watched.push({
      address: addressOf(`${count} ${index}`),
      native: true,
      registeredAt: new Date(now),
      watchUntil: new Date(now + 91 * 86_400_000),
    });
  await chain.pay({ token: 'SOL', to: addressOf(`${count} 7`), units: 5_000_000n });
  chain.mine();
  // Deriving token accounts is not what is measured here.
  const find = async (owner: string, mint: string) => addressOf(`${owner} ${mint}`);
  const watcher = createWatcher(
    chain,
    tables.ledger('one'),
    slotRules,
    () => now,
    async () => {},
    find,
  );
  const before = new Map(chain.calls);
  await takeSlotStep(watcher);
  expect([...tables.arrivals.values()].map(({ units, token }) => [units, token])).toEqual([
    [5_000_000n, 'SOL'],
  ]);
  const calls = [...chain.calls].map(([name, made]): [string, number] => [
    name,
    made - (before.get(name) ?? 0),
  ]);
  return Object.fromEntries(calls.filter(([, made]) => made > 0));
}

it('a pass takes one request for 100 accounts, and reads histories of paid addresses alone', async () => {
  const paid = {
    getAccountInfo: 1,
    getSlot: 1,
    getSignaturesForAddress: 3,
    getTransaction: 1,
    getTokenAccountsByOwner: 6,
  };
  expect(await callsFor(100)).toEqual({ ...paid, getMultipleAccounts: 3 });
  const many = budget(10_000, 1000);
  expect(await callsFor(many)).toEqual({ ...paid, getMultipleAccounts: (3 * many) / 100 });
});
