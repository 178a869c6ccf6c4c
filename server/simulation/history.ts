import type { Base } from './base.ts';
import { calmDown, lull } from './calm.ts';
import { type KeptBack, keptBackOn } from './chain/limits.ts';
import { chanceFrom } from './chance.ts';
import { checkQuiet } from './checks/checks.ts';
import { lookForEarlyMoney } from './checks/large-money.ts';
import { lookForEarlyPayouts } from './checks/released.ts';
import { createWorld } from './create-world.ts';
import { applyToWorld, isHarmful } from './disasters.ts';
import { type Fault, type FaultGroup, planFaults, type SignerFault } from './faults.ts';
import { hurry } from './hurry.ts';
import type { EvmName } from './operator.ts';
import { overtake } from './overtaking.ts';
import { attack } from './people/attacks.ts';
import { ChainOperator } from './people/chain-operator.ts';
import { Claimants } from './people/claimants.ts';
import { Customers } from './people/customers.ts';
import { type Merchant, openMerchants } from './people/merchant.ts';
import { wishInOffices } from './people/office-wishes.ts';
import { hasOffices, openOffices } from './people/open-offices.ts';
import { Screener } from './people/screener.ts';
import { endow, SigningCustomers } from './people/signing-customers.ts';
import { Visitors } from './people/visitors.ts';
import { mayWantMore, someAmount, wishMore } from './people/wishes.ts';
import type { Plant } from './plants/plant.ts';
import { underRules } from './plants/rules.ts';
import { followPrices } from './price-history.ts';
import { Prices } from './prices.ts';
import { Processes } from './processes.ts';
import { finishPending, startDead } from './restarts.ts';
import { holdTime } from './scheduler/held-time.ts';
import { ordersOf, type Simulation, solanaOrdersOf } from './simulation.ts';
import { isCold, openCold } from './solana/cold/cold.ts';
import { ColdOperator } from './solana/cold/cold-operator.ts';
import { ColdWatch } from './solana/cold/cold-watch.ts';
import { holdDigests } from './solana/held-digests.ts';
import { openModelSolana } from './solana/model-solana.ts';
import { SolanaCustomers } from './solana/solana-customers.ts';
import { solanaSigner } from './solana/solana-operator.ts';
import { customerWallets } from './solana/solana-wallet.ts';
import { hasTwoVersions } from './versions/versions.ts';
import { wantsOf } from './wants.ts';
import type { World } from './world.ts';

export interface HistoryOptions {
  seed: number;
  groups: readonly FaultGroup[];
  plant?: Partial<Plant>;
  /** Instead of those that the seed plans. */
  faults?: readonly Fault[];
  /** The seed decides how long the storm is, how much the merchant wants, and which groups of faults there are. */
  isMixed?: boolean;
  keepsTrace?: boolean;
  /** Adds Solana, where most payments are then. Default: to every third history, or as the bug that is put in needs. */
  hasSolana?: boolean | null;
  /** A process runs the last release, if there is one. Default: in every seventh history, or as the bug that is put in needs. */
  runsRelease?: boolean | null;
}

export interface Outcome {
  seed: number;
  problems: string[];
  /** When they were found. */
  moment: string;
  steps: number;
  planned: readonly Fault[];
  faults: number;
  digest: string;
  lines: string[];
  /** What limits of the vault and of tokens kept back, on all chains. */
  keptBack: KeptBack;
  /** How often each fault of signers happened. */
  ofSigners: Partial<Record<SignerFault, number>>;
}

const usualSteps = 900;
/** Money that came on Solana is refunded after a sweep, and each waits for finalized blocks. */
const solanaSteps = 1800;
/** A swap or an approval comes after payment and sweep, so these histories have a lull, and the rest of the storm after it. */
const routedSteps = 1200;
const lullShare = 0.375;
/** Of these steps, in mixed histories. */
const sizes = [0.3, 0.3, 0.4, 0.4, 0.5, 0.5, 0.7, 1] as const;
/** In one history of so many the merchant wants balances exchanged. */
const routedEvery = 3;
const backUpEvery = 150;
/** Also at the end of the storm. */
const quietEvery = 300;
/** Of Solana, for each block of the other chain, at most. */
const slotsPerBlock = 2;
const maxRequests = 70;
/** Merchants of a history, one of them hostile. */
const fewestMerchants = 2;
/** Histories that have a second EVM chain: every second one, unless balances are exchanged on the first. */
const secondChainEvery = 2;
/** Of histories without exchanged balances: those in which quotes in ETH run out before their payments do. */
const pricedEvery = 3;
const quotesHoldMs = 30_000;
/** Of histories with two EVM chains: those in which the second one is final by depth, but for large money. */
const largeEvery = 4;
/** Histories in which a chain takes back money that was final: and in which no customer signs. */
const lossEvery = 18;

/** One history: a storm of work and faults, then calm until everything should have ended, then the checks. */
export async function runHistory(base: Base, options: HistoryOptions): Promise<Outcome> {
  const { seed } = options;
  const plant: Partial<Plant> = options.plant ?? {};
  const groups = plant.groups ?? options.groups;
  const hasSolana = plant.needsSolana ?? (plant.about ? false : (options.hasSolana ?? seed % 3 === 0));
  // A payment that one signature has ended cannot come again with another.
  const mayLose = plant.needsLoss ?? (!plant.about && seed % lossEvery === lossEvery - 1);
  // The histories that have neither Solana nor exchanged balances.
  const isSigning = plant.needsSigning ?? (!plant.about && !hasSolana && !mayLose && seed % 3 === 2);
  // There is no way from or to Solana.
  const wantsRoutes = plant.needsRoutes ?? (!hasSolana && seed % routedEvery === 1);
  const plan = chanceFrom(seed * 2 + 1);
  const mayHaveOffices = !wantsRoutes && (plant.needsApprovals ?? (!plant.about && hasOffices(seed)));
  const fullSteps = hasSolana ? solanaSteps : wantsRoutes || mayHaveOffices ? routedSteps : usualSteps;
  const size = options.isMixed ? plan.pick(sizes) : 1;
  // Drawn before the faults: a history that is shrunk has others.
  const wants = wantsOf(plan, size);
  const merchants = base.merchants.slice(0, plan.between(fewestMerchants, base.merchants.length));
  const stormSteps = Math.round(fullSteps * size);
  const lullAfter = Math.floor(stormSteps * lullShare);
  const hasSecond = !wantsRoutes && (plant.needsLarge ?? seed % secondChainEvery === 0);
  const names: EvmName[] = hasSecond ? ['base', 'optimism'] : ['base'];
  const hasLarge = hasSecond && (plant.needsLarge ?? seed % largeEvery === 2);
  const hasShortQuotes = !wantsRoutes && Math.floor(seed / 3) % pricedEvery === 0;
  // Native money that a liar hid counts at the price of when it was found. Which one that is, the checks cannot know.
  const mayLie = hasLarge && !hasShortQuotes;
  const planned =
    options.faults ?? planFaults(plan, groups, stormSteps, hasSolana, mayLie, mayLose, options.isMixed);
  const isBackedUp = planned.some(({ kind }) => kind === 'restore');
  // A restored backup would have forgotten prices.
  const quotesRunOut = hasShortQuotes && !isBackedUp;
  const isScreened =
    (plant.needsScreening ?? Math.floor(seed / 3) % 3 === 1) && !hasSolana && !wantsRoutes && !isBackedUp;
  const withOffices = mayHaveOffices && !isBackedUp;
  const world = createWorld(
    { ...base, merchants },
    seed,
    names,
    hasLarge,
    planned,
    wants,
    plant,
    options.keepsTrace ?? false,
    new Prices(quotesRunOut ? quotesHoldMs : null),
  );
  world.isSigning = isSigning;
  world.hasApprovals = withOffices;
  if (isScreened) world.screener = new Screener(world);
  if (isSigning) for (const chain of world.chains) endow(chain);
  if (hasSolana) world.solana = await openModelSolana(world.chance, world.clock.nowMs, solanaSigner.feePayer);
  const wallets = hasSolana ? await customerWallets() : [];
  const hasCold = !isBackedUp && (plant.needsCold ?? (!plant.about && isCold(seed)));
  if (world.solana && hasCold) world.cold = await openCold(seed, world.solana);
  const releaseTime = holdTime(world.scheduler, world.clock);
  const releaseDigests = holdDigests();
  const runsRelease = plant.needsRelease ?? (!plant.about && (options.runsRelease ?? hasTwoVersions(seed)));
  const release = runsRelease ? base.release : null;
  const releaseRules = [underRules(world), release?.code.underRules(world)];
  const visitors = new Visitors(world);
  const { solana, cold } = world;
  const coldWatch = solana && cold && new ColdWatch(world, solana, cold.maxUsd);
  world.scheduler.watcher = coldWatch;
  const signingCustomers = isSigning ? new SigningCustomers(world) : null;
  const simulation: Simulation = {
    world,
    merchants: openMerchants(world, merchants, visitors, wantsRoutes && !isBackedUp, withOffices),
    visitors,
    claimants: new Claimants(world, visitors),
    customers: new Customers(world, signingCustomers),
    signingCustomers,
    solanaCustomers: world.solana && new SolanaCustomers(world, world.solana, wallets),
    coldOperator: solana && cold && new ColdOperator(world, solana, cold),
    coldWatch,
    chainOperator: new ChainOperator(world),
    processes: new Processes(world, release),
    backups: [],
    isRestored: false,
    isBlind: false,
    lostPayIds: new Map(),
  };
  try {
    await base.database.restore(base.backup);
    await simulation.processes.startDead();
    await openOffices(simulation, merchants);
    for (let step = 0; step < stormSteps; step++) {
      if (isBackedUp && step % backUpEvery === 0) simulation.backups.push(await base.database.backUp());
      await storm(simulation, step);
      if ((wantsRoutes || withOffices) && step === lullAfter) await lull(simulation);
      if (step % quietEvery !== quietEvery - 1 && step !== stormSteps - 1) continue;
      const problems = await checkQuietly(simulation);
      if (problems.length > 0) return outcomeOf(world, planned, problems, 'At a quiet point');
      await simulation.processes.swapVersions();
    }
    return outcomeOf(world, planned, await calmDown(simulation), 'At the end');
  } finally {
    await simulation.processes.endAll();
    for (const end of releaseRules) end?.();
    releaseDigests();
    releaseTime();
  }
}

/** Lets everybody finish what is under way, and looks. */
async function checkQuietly(simulation: Simulation): Promise<string[]> {
  simulation.world.trace.add('quiet');
  await finishPending(simulation);
  return checkQuiet(simulation);
}

function outcomeOf(
  { seed, trace, scheduler, faults, chains }: World,
  planned: readonly Fault[],
  problems: string[],
  moment: string,
): Outcome {
  return {
    seed,
    problems,
    moment,
    steps: scheduler.count,
    planned,
    faults: faults.happened,
    digest: trace.digest(),
    lines: trace.lines,
    keptBack: keptBackOn(chains),
    ofSigners: Object.fromEntries(faults.ofSigners),
  };
}

async function storm(simulation: Simulation, step: number): Promise<void> {
  const { scheduler, chance, faults } = simulation.world;
  for (const fault of faults.arm(step, (one) => isHarmful(simulation, one)))
    await applyToWorld(simulation, fault);
  await followPrices(simulation.world);
  await startDead(simulation);
  const ops = scheduler.eligible();
  if (ops.length > 0 && chance.happens(0.8)) {
    const op = chance.pick(ops);
    // In a transaction it would hold locks.
    const overtakenAt = scheduler.transaction ? null : faults.takeOvertaken(op);
    if (overtakenAt) await overtake(simulation, op, overtakenAt);
    await scheduler.perform(op, faults.endingOf(op));
  } else await act(simulation);
  await hurry(simulation);
  await startDead(simulation);
}

/** Null is any task. */
const oftenRun = [
  'watch-chains',
  'watch-chains',
  'watch-chains',
  'watch-chains',
  'credit-payments',
  'credit-payments',
  'send-transfers',
  'send-transfers',
  'deliver-webhooks',
  'request-payouts',
  'release-payouts',
  'reconcile',
  'follow-routes',
  'send-emails',
  null,
] as const;

async function act(simulation: Simulation): Promise<void> {
  const { world, processes, merchants, chainOperator, visitors, claimants } = simulation;
  const { customers, signingCustomers, solanaCustomers } = simulation;
  const { chance, chains, solana, clock, scheduler } = world;
  customers.decide(ordersOf(simulation));
  customers.pay();
  claimants.decide();
  wishInOffices(simulation);
  await signingCustomers?.act(processes.api);
  await solanaCustomers?.act(solanaOrdersOf(simulation), processes.api);
  await simulation.coldOperator?.act();
  const choice = chance.below(10);
  const deciding = merchants.filter(({ owner }) => owner.hasWaiting);
  const asking = merchants.filter(({ shop }) => shop.hasWaiting());
  const asked = merchants.reduce((sum, { shop }) => sum + shop.requests.length, 0);
  if (choice < 5) {
    const worker = chance.pick(processes.workers);
    const name = chance.pick([
      ...oftenRun,
      ...(solana ? ['make-solana-addresses'] : []),
      ...(world.screener ? ['screen-money', 'screen-money'] : []),
    ]);
    const tasks = worker.tasks.filter((task) => name === null || task.name === name);
    if (name !== null && chance.happens(0.15)) processes.runBoth(name);
    else processes.run(worker, chance.pick(tasks));
  } else if (choice < 7) {
    clock.advance(2000);
    await lookForEarlyMoney(simulation);
    await lookForEarlyPayouts(simulation);
    for (const chain of chains) chain.mine(clock.nowMs(), () => chance.happens(0.9));
    solana?.mine(chance.between(1, slotsPerBlock), 0.15);
  } else if (choice === 7 && asked < maxRequests) wish(simulation, chance.pick(merchants));
  else if (processes.api && chainOperator.isNeeded && chance.happens(0.3))
    chainOperator.look(processes.api.ctx);
  else if (chainOperator.isMissing && chance.happens(0.3)) await chainOperator.makeUp();
  else if (processes.api && world.screener?.isNeeded && chance.happens(0.2))
    world.screener.look(processes.api.ctx);
  else if (processes.api && merchants.some(({ office }) => office?.isNeeded) && chance.happens(0.3))
    for (const { office } of merchants) {
      if (office?.isNeeded) office.look(processes.api.ctx);
    }
  else if (processes.api && deciding.length > 0 && chance.happens(0.3))
    chance.pick(deciding).owner.doNext(processes.api.ctx);
  else if (processes.api && visitors.hasWaiting && chance.happens(0.5)) visitors.sendOne(processes.api.app);
  else if (processes.api && asking.length > 0) chance.pick(asking).shop.sendOne(processes.api.app);
  else clock.advance(chance.below(5000));
  await scheduler.settle();
}

/** What a merchant wants next. */
function wish(simulation: Simulation, merchant: Merchant): void {
  const { world } = simulation;
  const { shop, owner, inbox } = merchant;
  const { chance } = world;
  // The rest come by links and invoices.
  if (mayWantMore(simulation) && chance.happens(0.7)) shop.createPayment();
  const isPaid = ({ paymentId }: { paymentId: string }) => inbox.completed.has(paymentId);
  const paidOnSolana = shop.solanaOrders.filter(isPaid);
  if (paidOnSolana.length > 0 && chance.happens(0.6))
    shop.refund(chance.pick(paidOnSolana), chance.happens(0.5) ? undefined : someAmount(chance));
  if (paidOnSolana.length > 0 && chance.happens(0.3))
    shop.payOut(
      'solana',
      chance.pick(paidOnSolana).token,
      chance.happens(0.7) ? undefined : `0.00${chance.between(1, 9)}`,
    );
  const paid = shop.orders.filter(isPaid);
  if (paid.length > 0 && chance.happens(0.6))
    shop.refund(chance.pick(paid), chance.happens(0.5) ? undefined : someAmount(chance));
  if (paid.length > 0 && chance.happens(0.3)) {
    const { chain, token } = chance.pick(paid);
    shop.payOut(chain.facts.id, token, chance.happens(0.7) ? undefined : `0.00${chance.between(1, 9)}`);
  }
  for (const [id, hasPayer] of shop.undecided()) if (chance.happens(0.5)) shop.decideAbout(id, hasPayer);
  if (chance.happens(0.04)) {
    const family = chance.pick(owner.families);
    owner.changeWallet(family);
    if (chance.happens(0.4)) owner.withdrawChange(family);
  }
  if (merchant.isHostile) attack(simulation, merchant);
  wishMore(simulation, merchant);
}
