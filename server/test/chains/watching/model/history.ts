import { takeStep } from '../../../../src/chains/watching/evm/step.ts';
import { newMemory } from '../../../../src/chains/watching/evm/watcher.ts';
import type { WatchLedger } from '../../../../src/chains/watching/ledger-port.ts';
import type { LiveChain } from '../../../../src/chains/watching/live-chain.ts';
import { type WatchRules, watchRules } from '../../../../src/chains/watching/rules.ts';
import { createWatchedSet } from '../../../../src/chains/watching/watched-set.ts';
import { chanceFrom } from './chance.ts';
import { createModelNode } from './model-node.ts';
import { depth, ModelWorld } from './model-world.ts';
import { Workers } from './workers.ts';

/** Where a history is kept: in memory, or in Postgres. */
export interface Tables {
  ledger(holder: string): WatchLedger;
  register(address: string, native: boolean, nowMs: number): Promise<void>;
  read(): Promise<Snapshot>;
}

export interface Snapshot {
  cursorHash: string | null;
  finalNumber: number;
  haltReason: string | null;
  arrivals: { key: string; kind: string; address: string; units: bigint; state: string }[];
  /** Keys of arrivals that were ever final, as far as the tables remember it. */
  everFinal: Iterable<string>;
}

export interface HistoryOptions {
  seed: number;
  /** Reorganisations deeper than final happen too. */
  deep?: boolean;
  /** Nodes leave out logs until long after their block is final. */
  hidesLong?: boolean;
  rules?: Partial<WatchRules>;
  tables(nowMs: () => number): Tables;
  ticks?: number;
}

export interface Outcome {
  missed: number;
  /** Arrivals that are not on the chain, and money counted twice. */
  phantom: number;
  /** Arrivals that were final and are not on the chain. */
  wronglyFinal: number;
  unfinished: number;
  halted: boolean;
  arrivals: number;
  reorganisations: number;
  crashes: number;
}

const lookMs = 7 * 3_600_000;
const leaseMs = 61_000;
const calmRounds = [
  [1, lookMs],
  [depth, lookMs],
  [1, lookMs],
  [depth, leaseMs],
] as const;

/** One random history of a chain, its nodes and two workers; then calm, until everything should be known. */
export async function runHistory(options: HistoryOptions): Promise<Outcome> {
  const chance = chanceFrom(options.seed);
  const world = new ModelWorld(chance, options.deep ?? false, options.hidesLong ?? false);
  const tables = options.tables(() => world.nowMs);
  const rules = { ...watchRules, ...options.rules };
  const workers = new Workers(2, (turn, holder) => createWorker(world, tables, rules, turn, holder));
  for (let tick = 0; tick < (options.ticks ?? 60); tick++) {
    for (const { address, native } of world.tick()) await tables.register(address, native, world.nowMs);
    for (let turns = chance.below(40); turns > 0; turns--) {
      world.nowMs += chance.below(300);
      if (chance.happens(0.01)) world.nowMs += 61_000;
      if (chance.happens(0.02)) workers.crash(chance.below(2));
      else await workers.resume(chance.below(2));
    }
  }
  world.calm();
  // Looks at balances that are long apart come due; then all blocks but the newest become final.
  for (const [blocks, waitMs] of calmRounds) {
    for (let block = 0; block < blocks; block++) world.mineCalm();
    world.nowMs += waitMs;
    workers.wake();
    for (let turns = 0; turns < 1000 && !workers.areIdle(); turns++) await workers.resume(turns % 2);
  }
  return judge(world, await tables.read(), workers.crashes);
}

function createWorker(
  world: ModelWorld,
  tables: Tables,
  rules: WatchRules,
  turn: () => Promise<void>,
  holder: string,
) {
  const chain: LiveChain = world.liveChain;
  const ledger = withTurns(tables.ledger(holder), turn, () => world.mayFail());
  const node = createModelNode(world.chain, {
    pick: () => world.pick(),
    splits: () => world.splits(),
    finalizedDepth: world.finalizedDepth,
    async fail() {
      await turn();
      world.mayFail();
    },
  });
  const watched = createWatchedSet(chain, ledger, () => world.nowMs);
  const watcher = { chain, node, ledger, watched, rules, memory: newMemory(), onView() {}, warn() {} };
  return () => takeStep(watcher);
}

/** Gives the others a turn before each read and on both sides of a commit, where a worker may also crash or fail. */
function withTurns(ledger: WatchLedger, turn: () => Promise<void>, mayFail: () => void): WatchLedger {
  return {
    async take(chain) {
      await turn();
      return ledger.take(chain);
    },
    async blocksBetween(chain, from, to) {
      await turn();
      return ledger.blocksBetween(chain, from, to);
    },
    async watchedSince(chain, mark) {
      await turn();
      return ledger.watchedSince(chain, mark);
    },
    async nativeAt(chain, addresses) {
      await turn();
      return ledger.nativeAt(chain, addresses);
    },
    async nativeHashes(chain, address) {
      await turn();
      return ledger.nativeHashes(chain, address);
    },
    async hasUnfinal(chain) {
      await turn();
      return ledger.hasUnfinal(chain);
    },
    async commit(held, writes) {
      await turn();
      mayFail();
      const isDone = await ledger.commit(held, writes);
      await turn();
      // The work is done, and its answer is lost.
      mayFail();
      return isDone;
    },
  };
}

function judge(world: ModelWorld, found: Snapshot, crashes: number): Outcome {
  const truth = world.truth();
  const kept = found.arrivals.filter(({ state }) => state !== 'gone');
  const logs = new Set(kept.filter(({ kind }) => kind === 'log').map(({ key }) => key));
  const native = kept.filter(({ kind }) => kind === 'native');
  let missed = [...truth.logs].filter((key) => !logs.has(key)).length;
  let phantom = [...logs].filter((key) => !truth.logs.has(key)).length;
  phantom += native.filter(({ key }) => !truth.values.has(key)).length;
  for (const [address, units] of truth.received) {
    const counted = kept
      .filter((row) => row.kind !== 'log' && row.address === address)
      .reduce((sum, row) => sum + row.units, 0n);
    if (counted < units) missed++;
    if (counted > units) phantom++;
  }
  const isTrue = (key: string) =>
    truth.logs.has(key) || truth.values.has(key) || truth.blocks.has(key.slice(0, 66));
  return {
    missed,
    phantom,
    wronglyFinal: [...found.everFinal].filter((key) => !isTrue(key)).length,
    unfinished:
      kept.filter(({ state }) => state !== 'final').length +
      (found.cursorHash === world.chain.tip.hash ? 0 : 1),
    halted: found.haltReason !== null,
    arrivals: kept.length,
    reorganisations: world.reorganisations,
    crashes,
  };
}
