import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import type { SolanaWatcher } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { budget } from '../../support/chance.ts';
import { runSlotHistory, type SlotHistoryOptions, type SlotOutcome } from './solana/slot-history.ts';

const seed = inject('chanceSeed');
const timeoutMs = budget(3_600_000, 120_000);
let chain: SolanaChain;
beforeAll(async () => {
  chain = await startSolana();
});
afterAll(() => chain?.stop());

async function run(count: number, first: number, options: Omit<SlotHistoryOptions, 'seed'> = {}) {
  const total: SlotOutcome = { payments: 0, forks: 0, crashes: 0, missed: 0, wrong: 0, passed: 0 };
  for (let index = 0; index < count; index++) {
    const outcome = await runSlotHistory(chain, { ...options, seed: first + index });
    for (const name of Object.keys(total) as (keyof SlotOutcome)[]) total[name] += outcome[name];
  }
  return total;
}

describe('random histories of Solana, with forks, lagging nodes, crashes and two workers', () => {
  it(
    'end with each finalized payment in the ledger, once',
    async () => {
      const total = await run(budget(300, 4), seed);
      expect(total).toMatchObject({ missed: 0, wrong: 0, passed: 0 });
      for (const kind of ['payments', 'forks', 'crashes'] as const) expect(total[kind]).toBeGreaterThan(10);
    },
    timeoutMs,
  );

  const controls = budget(20, 4);

  it(
    'count money that is not there if nothing waits for finalized blocks',
    async () => {
      expect((await run(controls, seed + 1000, { rules: { settles: false } })).wrong).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it(
    'pass money by if nodes are not asked for a slot',
    async () => {
      expect((await run(controls, seed + 2000, { rules: { asksForSlot: false } })).passed).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it(
    'miss money if balances are compared with those of the last look, and nothing is read again',
    async () => {
      expect((await run(controls, seed + 3000, { spoil: comparingWithLastLook })).missed).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});

/** A simpler watcher: what matters is whether a balance differs from what it was before. */
function comparingWithLastLook(watcher: SolanaWatcher): SolanaWatcher {
  const last = new Map<string, bigint>();
  const before = new Map<string, bigint>();
  return {
    ...watcher,
    accounts: {
      ...watcher.accounts,
      // Of the object, which counts what was refreshed.
      get size() {
        return watcher.accounts.size;
      },
      due: async () => (await watcher.accounts.due()).map((owner) => ({ ...owner, isReread: false })),
    },
    node: {
      ...watcher.node,
      async balances(accounts, atLeast) {
        const found = await watcher.node.balances(accounts, atLeast);
        accounts.forEach(({ account }, index) => {
          before.set(account, last.get(account) ?? 0n);
          last.set(account, found[index]?.units ?? 0n);
        });
        return found;
      },
    },
    ledger: {
      ...watcher.ledger,
      async expectedAt() {
        return new Map(before);
      },
    },
  };
}
