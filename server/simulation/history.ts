import { calmDown } from './calm.ts';
import type { Cast } from './cast.ts';
import { ancestor, type ModelBlock } from './chain/block.ts';
import { ModelChain } from './chain/model-chain.ts';
import type { RpcFault } from './chain/nodes.ts';
import { lower } from './chain/vault-model.ts';
import { chanceFrom } from './chance.ts';
import type { Backup, SimulatedDatabase } from './database.ts';
import { applyToWorld, isHarmful } from './disasters.ts';
import { type Fault, type FaultGroup, Faults, planFaults } from './faults.ts';
import { chainId, multicall, operator, vault } from './operator.ts';
import { Customers } from './people/customers.ts';
import { Inbox } from './people/receiver.ts';
import { Shop } from './people/shop.ts';
import type { Plant } from './plants/plant.ts';
import { underRules } from './plants/rules.ts';
import { Processes } from './processes.ts';
import { holdDigests } from './solana/held-digests.ts';
import { openModelSolana } from './solana/model-solana.ts';
import { customerWallets, SolanaCustomers } from './solana/solana-customers.ts';
import { solanaSigner } from './solana/solana-operator.ts';
import { holdTime, SimulatedClock } from './stage/held-time.ts';
import { Stage } from './stage/stage.ts';
import { Trace } from './stage/trace.ts';
import type { World } from './world.ts';

/** What all histories start from. */
export interface Base {
  database: SimulatedDatabase;
  backup: Backup;
  liveKey: string;
}

export interface HistoryOptions {
  seed: number;
  groups: readonly FaultGroup[];
  plant?: Partial<Plant>;
  /** Instead of those that the seed plans. */
  faults?: readonly Fault[];
  keepsTrace?: boolean;
}

export interface Outcome {
  seed: number;
  problems: string[];
  steps: number;
  planned: readonly Fault[];
  faults: number;
  digest: string;
  lines: string[];
}

export const startMs = Date.parse('2026-03-01T12:00:00.000Z');
const usualSteps = 900;
/** Money that came on Solana is refunded after a sweep, and each waits for finalized blocks. */
const solanaSteps = 1800;
const backUpEvery = 150;
const maxOrders = 5;
/** Of Solana, for each block of the other chain. */
const slotsPerBlock = 5;

/** One history: a storm of work and faults, then calm until everything should have ended, then the checks. */
export async function runHistory(base: Base, options: HistoryOptions): Promise<Outcome> {
  const { seed, groups } = options;
  const plant: Partial<Plant> = options.plant ?? {};
  const hasSolana = seed % 2 === 0;
  const stormSteps = hasSolana ? solanaSteps : usualSteps;
  const planned = options.faults ?? planFaults(chanceFrom(seed * 2 + 1), groups, stormSteps, hasSolana);
  const world = createWorld(base, seed, planned, plant, options.keepsTrace ?? false);
  if (hasSolana) world.solana = await openModelSolana(world.chance, world.clock.nowMs, solanaSigner.feePayer);
  const wallets = await customerWallets();
  const releaseTime = holdTime(world.stage, world.clock);
  const releaseDigests = holdDigests();
  const releaseRules = underRules(plant);
  const shop = new Shop(world, base.liveKey);
  const cast: Cast = {
    world,
    shop,
    customers: new Customers(world),
    solanaCustomers: world.solana && new SolanaCustomers(world, world.solana, wallets),
    processes: new Processes(world),
    backups: [],
    isRestored: false,
  };
  try {
    await base.database.restore(base.backup);
    await cast.processes.startDead();
    const isBackedUp = planned.some(({ kind }) => kind === 'restore');
    for (let step = 0; step < stormSteps; step++) {
      if (isBackedUp && step % backUpEvery === 0) cast.backups.push(await base.database.backUp());
      await storm(cast, step);
    }
    const problems = await calmDown(cast);
    const { trace, stage, faults } = world;
    return {
      seed,
      problems,
      steps: stage.count,
      planned,
      faults: faults.happened,
      digest: trace.digest(),
      lines: trace.lines,
    };
  } finally {
    await cast.processes.endAll();
    releaseRules();
    releaseDigests();
    releaseTime();
  }
}

async function storm(cast: Cast, step: number): Promise<void> {
  const { world, processes, shop } = cast;
  const { stage, chance, faults } = world;
  for (const fault of faults.arm(step, (kind) => isHarmful(cast, kind))) await applyToWorld(cast, fault);
  const ops = stage.eligible();
  if (ops.length > 0 && chance.happens(0.8)) {
    const op = chance.pick(ops);
    await stage.perform(op, faults.endingOf(op));
  } else await act(cast);
  if (await processes.startDead()) shop.lostAnswers();
}

/** Null is any task. */
const oftenRun = [
  'watch-chains',
  'watch-chains',
  'watch-chains',
  'watch-chains',
  'watch-deposits',
  'watch-deposits',
  'send-transfers',
  'send-transfers',
  'deliver-webhooks',
  null,
] as const;

async function act({ world, processes, shop, customers, solanaCustomers }: Cast): Promise<void> {
  const { chance, chain, solana, clock, stage, inbox } = world;
  customers.decide(shop.orders);
  customers.pay();
  await solanaCustomers?.act(shop.solanaOrders);
  const choice = chance.below(10);
  if (choice < 5) {
    const worker = chance.pick(processes.workers);
    const name = chance.pick(oftenRun);
    const tasks = worker.tasks.filter((task) => name === null || task.name === name);
    processes.run(worker, chance.pick(tasks));
  } else if (choice < 7) {
    clock.advance(2000);
    chain.mine(clock.nowMs(), () => chance.happens(0.9));
    solana?.mine(slotsPerBlock, 0.15);
  } else if (choice === 7 && shop.requests.length < maxOrders * 4) {
    const orders = [...shop.orders, ...shop.solanaOrders];
    if (orders.length < maxOrders) shop.createPayment();
    const paid = orders.filter(({ paymentId }) => inbox.completed.has(paymentId));
    if (paid.length > 0 && chance.happens(0.7))
      shop.refund(chance.pick(paid), chance.happens(0.5) ? undefined : `${chance.between(1, 5)}.00`);
  } else if (processes.api && shop.hasWaiting()) shop.sendOne(processes.api.app);
  else clock.advance(chance.below(5000));
  await stage.settle();
}

function createWorld(
  { database }: Base,
  seed: number,
  planned: readonly Fault[],
  plant: Partial<Plant>,
  keepsTrace: boolean,
): World {
  const chance = chanceFrom(seed * 2);
  const trace = new Trace(keepsTrace);
  const clock = new SimulatedClock(startMs);
  const chain = new ModelChain(chance, lower(vault), operator, startMs - 3_600_000);
  for (let block = 0; block < 5; block++) chain.mine(startMs - 60_000 + block * 2000);
  return {
    seed,
    chance,
    trace,
    stage: new Stage(trace),
    clock,
    database,
    chain,
    solana: null,
    faults: new Faults(planned),
    plant,
    viewOf: (_url, fault) => viewOf(chain, fault),
    inbox: new Inbox(),
    mails: [],
    errors: [],
    lives: 0,
  };
}

const laggingBlocks = 3;

function viewOf(chain: ModelChain, fault: RpcFault | null) {
  const { tip } = chain;
  const unindexed = new Set<ModelBlock>();
  if (fault === 'unindexed')
    for (let depth = 0; depth < 2; depth++) {
      const block = ancestor(tip, tip.number - depth);
      if (block) unindexed.add(block);
    }
  return {
    chain,
    chainId,
    multicall,
    operator,
    head: fault === 'lag' ? (ancestor(tip, tip.number - laggingBlocks) ?? tip) : tip,
    unindexed,
    hidesReceipts: fault === 'no-receipts',
    finalizedDepth: 6,
  };
}
