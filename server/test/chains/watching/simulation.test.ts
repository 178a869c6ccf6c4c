import { describe, expect, inject, it } from 'vitest';
import { budget } from '../../support/chance.ts';
import { type HistoryOptions, type Outcome, runHistory, type Tables } from './model/history.ts';
import { MemoryTables } from './model/memory-ledger.ts';

const seed = inject('chanceSeed');

function inMemory(nowMs: () => number): Tables {
  const tables = new MemoryTables(nowMs);
  return {
    ledger: (holder) => tables.ledger(holder),
    async register(address, native, at) {
      const day = 86_400_000;
      tables.watched.push({
        address,
        native,
        registeredAt: new Date(at),
        watchUntil: new Date(at + 200 * day),
      });
    },
    async read() {
      return {
        cursorHash: tables.at?.hash ?? null,
        finalNumber: tables.finalNumber,
        haltReason: tables.haltReason,
        everFinal: tables.everFinal,
        arrivals: [...tables.arrivals].map(([key, { kind, address, units, state }]) => ({
          key,
          kind,
          address,
          units,
          state,
        })),
      };
    },
  };
}

async function run(count: number, options: Partial<HistoryOptions> = {}) {
  const total = {
    histories: 0,
    missed: 0,
    phantom: 0,
    wronglyFinal: 0,
    unfinished: 0,
    halted: 0,
    arrivals: 0,
    reorganisations: 0,
    crashes: 0,
  };
  for (let index = 0; index < count; index++) {
    const outcome: Outcome = await runHistory({ tables: inMemory, ...options, seed: seed + index });
    total.histories++;
    total.halted += outcome.halted ? 1 : 0;
    if (outcome.halted) continue;
    for (const name of [
      'missed',
      'phantom',
      'wronglyFinal',
      'unfinished',
      'arrivals',
      'reorganisations',
      'crashes',
    ] as const)
      total[name] += outcome[name];
  }
  return total;
}

const nothingWrong = { missed: 0, phantom: 0, wronglyFinal: 0, unfinished: 0 };
const timeoutMs = budget(3_600_000, 120_000);

describe('random histories with reorganisations, lagging nodes, missing logs, failures and crashes', () => {
  it('miss nothing and count nothing twice', { timeout: timeoutMs }, async () => {
    const count = budget(10_000, 100);
    const total = await run(count);
    expect(total).toMatchObject({ histories: count, halted: 0, ...nothingWrong });
    expect(total.arrivals).toBeGreaterThan(count * 20);
    expect(total.reorganisations).toBeGreaterThan(count * 5);
    expect(total.crashes).toBeGreaterThan(count * 5);
  });

  it('miss nothing although nodes leave out logs until long after finality', {
    timeout: timeoutMs,
  }, async () => {
    const total = await run(budget(3000, 50), { hidesLong: true });
    expect(total).toMatchObject({ halted: 0, ...nothingWrong });
  });

  it('halt, or are right, when a reorganisation is deeper than final', { timeout: timeoutMs }, async () => {
    const total = await run(budget(3000, 50), { deep: true });
    expect(total).toMatchObject(nothingWrong);
    expect(total.halted).toBeGreaterThan(0);
  });
});

describe('controls', () => {
  it('when an empty answer is believed, money is missed, although logs are read twice', async () => {
    const total = await run(10, { hidesLong: true, rules: { showsLogs: false } });
    expect(total.missed).toBeGreaterThan(0);
  });

  it('when an empty answer is believed and not looked at again, money is missed', async () => {
    const total = await run(10, { rules: { showsLogs: false, looksTwice: false } });
    expect(total.missed).toBeGreaterThan(0);
  });

  it('without the link by parent hash, abandoned money becomes final and other money is missed', async () => {
    const total = await run(10, { rules: { isOurs: () => true, linked: (_cursor, blocks) => [...blocks] } });
    expect(total.missed).toBeGreaterThan(0);
    expect(total.wronglyFinal).toBeGreaterThan(0);
  });

  it('when blocks of any depth are final, abandoned money was final or the chain halts', async () => {
    const total = await run(10, { rules: { finalTarget: (_finality, verified) => verified } });
    expect(total.wronglyFinal + total.halted).toBeGreaterThan(0);
  });
});
