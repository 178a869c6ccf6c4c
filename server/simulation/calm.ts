import type { Task } from '../src/platform/jobs/task.ts';
import { resumeRoute } from '../src/treasury/routes/route-balance.ts';
import { ancestor } from './chain/block.ts';
import { type ModelChain, normalBaseFee } from './chain/model-chain.ts';
import { usualUsdcPerEth } from './chain/swap-model.ts';
import { checkAll } from './checks/checks.ts';
import { lookForEarlyMoney } from './checks/large-money.ts';
import { unpaidBalances } from './checks/payouts.ts';
import { lookForEarlyPayouts } from './checks/released.ts';
import { checkReplays } from './checks/replays.ts';
import { cancelUncovered, explainUnknown } from './people/explainer.ts';
import { wishInOfficesAtLast } from './people/office-wishes.ts';
import { wishAfterwards } from './people/wishes.ts';
import { followPrices } from './price-history.ts';
import type { Worker } from './processes.ts';
import { finishPending } from './restarts.ts';
import { hasLost, ordersOf, type Simulation, solanaOrdersOf } from './simulation.ts';
import { isColdSettled } from './solana/cold/cold-check.ts';
import type { ModelSolana } from './solana/model-solana.ts';
import type { World } from './world.ts';

/** Longer than any lease, so that the work of the dead is taken over. */
const leasesEndMs = 125_000;
const maxRounds = 40;
/** More than the lease of a chain, and what clocks differ by. */
const roundMs = 12_500;
/** Rounds at that pace, the one of blocks. After that, longer waits end too. */
const quickRounds = 15;
const longRoundMs = 130_000;
/** More than senders wait between two steps. */
const sendsAgainMs = 2500;
const hourMs = 3_600_000;
/** Of Solana. More than a node's index of transactions may lag. */
const slotsPerRound = 40;
const maxDays = 3;
const maxWeeks = 3;
const lullRounds = 6;
/** Payments expire when a block says that their time is over. */
const tellsTimeMs = 60_000;
/** Requests of one round. */
const maxSent = 60;

/** No more faults: everything that can end must end. Returns what is wrong then. */
export async function calmDown(simulation: Simulation): Promise<string[]> {
  const { world, merchants, processes } = simulation;
  world.faults.end();
  world.omissions.end();
  world.lies.end();
  for (const chain of world.chains) {
    chain.hidesPaidUntil = -1;
    chain.feeLevel = normalBaseFee;
    chain.world.pool.usdcPerEth = usualUsdcPerEth;
  }
  world.solana?.calm();
  world.screener?.calm();
  world.prices.calm();
  world.trace.add('calm');
  await finishPending(simulation);
  await readPaidAgain(simulation);
  world.clock.advance(leasesEndMs);
  // Tasks report what failed in the background before with their next run: each one runs in both workers.
  for (const worker of [0, 1]) await round(simulation, worker, () => true);
  processes.failures.length = 0;
  world.errors.length = 0;
  const isSettled = async () => (await left(simulation, onChain)) === 0 && (await isColdSettled(simulation));
  // A route waits up to an hour for its money, and what follows then takes more rounds.
  if (!(await rounds(simulation, isSettled))) await rounds(simulation, isSettled);
  for (const chain of world.chains) chain.world.limits.end();
  const replays = simulation.isRestored ? [] : await checkReplays(simulation);
  // The deadlines of payments pass, and the day of daily schedules, changed wallets and invoices; then those of retries.
  const hasOpen = merchants.some(({ biller }) => biller.bills.some(({ state }) => state === 'open'));
  const isOverdue = hasOpen && world.chance.happens(0.5);
  const takesDay = merchants.some(
    ({ owner }) => owner.settlement.schedule === 'daily' || owner.wallets.some(({ isFirst }) => !isFirst),
  );
  world.clock.advance(isOverdue ? 49 * hourMs : takesDay ? 25 * hourMs : hourMs);
  await rounds(simulation, () => isAtRest(simulation));
  if (wishAfterwards(simulation)) {
    await rounds(simulation, isSettled);
    world.clock.advance(hourMs);
    await rounds(simulation, () => isAtRest(simulation));
  }
  if (hasLost(simulation)) {
    await cancelUncovered(simulation);
    await rounds(simulation, () => isAtRest(simulation));
  }
  await approveAtLast(simulation);
  // A refund may take more than its merchant has left, or nobody says where to send it: both give up after a week. One whose
  // address is refused then waits for another week.
  for (
    let week = 0;
    week < maxWeeks &&
    (await left(simulation, short)) + (await left(simulation, awaiting)) + (await left(simulation, pending)) >
      0;
    week++
  ) {
    world.clock.advance(8 * 24 * hourMs);
    await rounds(simulation, () => isAtRest(simulation));
  }
  if (!simulation.isRestored && !hasLost(simulation)) await payBalances(simulation);
  await deliver(simulation);
  // The shop may have learned of late money with the last deliveries, and credited it to its balance.
  await payCredited(simulation);
  // The last thing that happened may have been a refill, or have left something that nobody waits for.
  if (world.cold) await rounds(simulation, () => isAtRest(simulation));
  // A payout that fails every day is told of every day: what the last day brought is delivered without another one.
  for (let again = 0; again < 3 && (await left(simulation, outgoing)) > 0; again++) {
    world.clock.advance(sendsAgainMs);
    await round(simulation, again);
  }
  await payCredited(simulation);
  const failed = processes.failures.map((failure) => `task failed without a fault: ${failure}`);
  const logged = [...new Set(world.errors)]
    .filter((error) => !isTold(simulation, error))
    .map((error) => `error without a fault: ${error}`);
  return [...failed, ...logged, ...replays, ...(await checkAll(simulation))];
}

/** Merchants with rules ask twice on one day, and once on the next. */
async function approveAtLast(simulation: Simulation): Promise<void> {
  for (const laterMs of [hourMs, 25 * hourMs, 0]) {
    if (!wishInOfficesAtLast(simulation)) return;
    await rounds(simulation, () => isAtRest(simulation));
    simulation.world.clock.advance(laterMs);
  }
}

async function payCredited(simulation: Simulation): Promise<void> {
  for (
    let again = 0;
    again < maxDays &&
    !simulation.isRestored &&
    !hasLost(simulation) &&
    (await unpaidBalances(simulation)).length > 0;
    again++
  ) {
    await payBalances(simulation);
    await deliver(simulation);
  }
}

/** Until webhooks and mails are through, or given up. */
async function deliver(simulation: Simulation): Promise<void> {
  const { world } = simulation;
  for (let retry = 0; retry < 8 && (await left(simulation, outgoing)) > 0; retry++) {
    world.clock.advance(27 * hourMs);
    await round(simulation, 0);
    // What lies somewhere for a day is worth a sweep.
    if ((await left(simulation, onChain)) > 0) await rounds(simulation, () => isAtRest(simulation));
  }
}

/** The operator has workers look again at what the vaults have paid, since nodes may have hidden it. */
async function readPaidAgain({ isBlind, world: { database } }: Simulation): Promise<void> {
  if (isBlind) await database.query(`update payment_marks set block_number = 0`);
}

/** A while without faults in the middle of a storm: money gets as far as it can. */
export async function lull(simulation: Simulation): Promise<void> {
  simulation.world.trace.add('lull');
  await finishPending(simulation);
  for (let count = 0; count < lullRounds; count++) {
    simulation.world.clock.advance(roundMs);
    await round(simulation, count);
  }
}

async function isAtRest(simulation: Simulation): Promise<boolean> {
  const count = (await left(simulation, onChain)) + (await left(simulation, unpaid));
  return count === 0 && (await isColdSettled(simulation));
}

/** Schedules look again the next day at the latest. */
async function payBalances(simulation: Simulation): Promise<void> {
  for (let day = 0; day < maxDays && (await unpaidBalances(simulation)).length > 0; day++) {
    simulation.world.clock.advance(25 * hourMs);
    if (!(await rounds(simulation, () => isAtRest(simulation)))) return;
  }
}

/** Returns whether it came to that. */
async function rounds(simulation: Simulation, isDone: () => Promise<boolean>): Promise<boolean> {
  const { clock, chains, solana } = simulation.world;
  for (let count = 0; count < maxRounds; count++) {
    clock.advance(count < quickRounds ? roundMs : longRoundMs);
    const before = simulation.processes.processed;
    await round(simulation, count);
    const waiting = chains.reduce((sum, { mempool }) => sum + mempool.length, solana?.pool.length ?? 0);
    const isIdle = count >= 3 || simulation.processes.processed === before;
    if (isIdle && waiting === 0 && (await isOnChain(simulation)) && (await isDone())) return true;
  }
  return false;
}

/** A worker finds a conflict with a final block several times before it halts the chain for the operator. */
async function isOnChain({ world: { chains, database } }: Simulation): Promise<boolean> {
  const replaced = chains.filter(({ isDeeplyReorganised }) => isDeeplyReorganised);
  if (replaced.length === 0) return true;
  const cursors = await database.query<{ chain: string; number: string; hash: string }>(
    'select chain, number::text, hash from chain_cursors where halted_reason is null',
  );
  return replaced.every(({ facts, tip }) => {
    const cursor = cursors.find(({ chain }) => chain === facts.id);
    return cursor && ancestor(tip, Number(cursor.number))?.hash === cursor.hash;
  });
}

/** Tasks that do not say when they are due: they have something to do after new blocks, or while something is to be sent. */
const ofChains: readonly string[] = ['watch-chains', 'send-transfers', 'release-payouts'];
/**
 * Idle runs cost most of a history. A task without anything due runs in one round of so many: its loop would, too. Odd, since
 * the workers take turns.
 */
const idleRunEvery = 5;
const runsIdle = (number: number) => number % idleRunEvery === 0;

/**
 * Blocks until what was sent is final by depth, everything the shop and customers want, and every task once, by the workers in turn.
 */
async function round(simulation: Simulation, number: number, runsAll = runsIdle): Promise<void> {
  const { world, merchants, chainOperator, customers, claimants, visitors, processes } = simulation;
  customers.decide(ordersOf(simulation));
  customers.pay();
  await simulation.solanaCustomers?.act(solanaOrdersOf(simulation), processes.api);
  await simulation.coldOperator?.look();
  await simulation.signingCustomers?.act(processes.api);
  if (simulation.signingCustomers) await finishPending(simulation);
  await followPrices(world);
  await lookForEarlyMoney(simulation);
  await lookForEarlyPayouts(simulation);
  const areNew = mineWhatTells(world);
  for (const { shop } of merchants)
    for (const [id, hasPayer] of shop.undecided()) shop.decideAbout(id, hasPayer);
  if (chainOperator.isNeeded && processes.api) {
    chainOperator.look(processes.api.ctx);
    await finishPending(simulation);
  }
  if (chainOperator.isMissing) await chainOperator.makeUp();
  if (chainOperator.hasToRead && processes.api) {
    chainOperator.readAgain(processes.api.ctx);
    await finishPending(simulation);
  }
  if (world.screener?.isNeeded && processes.api) {
    world.screener.look(processes.api.ctx);
    await finishPending(simulation);
  }
  for (const { office } of merchants)
    if (office?.isNeeded && processes.api) {
      office.look(processes.api.ctx);
      await finishPending(simulation);
    }
  await resumeRoutes(simulation);
  for (const { owner } of merchants)
    while (owner.hasWaiting && processes.api) {
      owner.doNext(processes.api.ctx);
      await finishPending(simulation);
    }
  await explainUnknown(simulation);
  // By now money that a chain took back would have come again.
  if (number === quickRounds) await cancelUncovered(simulation);
  claimants.decide();
  // One that fails each time waits for the next round.
  const isAsking = () => visitors.hasWaiting || merchants.some(({ shop }) => shop.hasWaiting());
  for (let sent = 0; sent < maxSent && isAsking() && processes.api; sent++) {
    visitors.sendOne(processes.api.app);
    for (const { shop } of merchants) shop.sendOne(processes.api.app);
    await finishPending(simulation);
  }
  const worker = processes.workers[number % 2];
  for (const task of worker?.tasks ?? []) {
    if (!worker || (!runsAll(number) && !(await isDue(simulation, worker, task, areNew)))) continue;
    processes.run(worker, task);
    await finishPending(simulation);
  }
  // What was sent before has led to more to send: it gets into the same blocks.
  const sending = worker?.tasks.find(({ name }) => name === 'send-transfers');
  if (!worker || !sending || (await left(simulation, sendable)) === 0) return;
  world.clock.advance(sendsAgainMs);
  processes.run(worker, sending);
  await finishPending(simulation);
}

/** By the task's own word. Asking costs a statement that nobody waits for, an idle run three or more. */
async function isDue(
  simulation: Simulation,
  { ctx, direct }: Worker,
  task: Task,
  areNewBlocks: boolean,
): Promise<boolean> {
  const { clock } = simulation.world;
  // Looks every second, whatever happened.
  if (task.name === 'make-solana-addresses' || task.name === 'cover-refunds') return true;
  if (ofChains.includes(task.name)) return areNewBlocks || (await left(simulation, moving)) > 0;
  const dueAt = await task.nextDueAt({ ...ctx, db: direct });
  return dueAt !== null && dueAt.getTime() <= clock.nowMs();
}

/** Returns whether there are new blocks. */
function mineWhatTells({ chains, solana, clock }: World): boolean {
  const nowMs = clock.nowMs();
  const telling = chains.filter((chain) => !isQuiet(chain, nowMs));
  for (const chain of telling)
    for (let block = 0; block <= chain.facts.finalAfter; block++) chain.mine(nowMs);
  const isSolanaTelling = solana !== null && !isSolanaQuiet(solana, nowMs);
  if (isSolanaTelling) solana.mine(slotsPerRound);
  return telling.length > 0 || isSolanaTelling;
}

function isSolanaQuiet({ pool, ledger }: ModelSolana, nowMs: number): boolean {
  if (pool.length > 0 || nowMs - ledger.tip().time * 1000 > tellsTimeMs) return false;
  return ledger.blocks.slice(-slotsPerRound).every(({ records }) => records.length === 0);
}

/** New blocks would tell nothing: what happened last is final, nothing waits, and the time of the newest is known. */
function isQuiet({ tip, facts, mempool, isDeeplyReorganised }: ModelChain, nowMs: number): boolean {
  if (isDeeplyReorganised || mempool.length > 0 || nowMs - tip.timeMs > tellsTimeMs) return false;
  for (let depth = 0; depth < facts.finalizedAfter; depth++)
    if (ancestor(tip, tip.number - depth)?.transactions.length) return false;
  return true;
}

/** Resumes stuck routes, as the operator does after somebody else sent with the service's key. */
async function resumeRoutes(simulation: Simulation): Promise<void> {
  const { world, processes } = simulation;
  const stuck = await world.database.query<{ route_id: string }>(
    `select route_id from routes where status = 'stuck' order by route_id`,
  );
  for (const { route_id } of stuck) {
    if (processes.api) void resumeRoute(processes.api.ctx, route_id);
    await finishPending(simulation);
  }
}

/** The operator is told, and resumes the route, or the chain, or says what a payment was that a backup does not know. */
function isTold({ world: { chains, isSigning }, isRestored }: Simulation, error: string): boolean {
  const isShort = error.startsWith('less is on the chain than the ledger says');
  if (isShort && chains.some(({ world }) => world.limits.kept.fees > 0)) return true;
  if (isRestored && error.startsWith('a payment left that the database does not know')) return true;
  const isReplaced = chains.some((chain) => chain.isDeeplyReorganised);
  // The block of the comparison is not there any more, and the chain has not halted yet.
  const isHalted = error.startsWith('chain halted') || /^could not compare .* header not found$/.test(error);
  // Customers spend what they signed away, or have others send it, after the service has.
  if (error.startsWith('transaction of transfers reverted') && isSigning) return true;
  if (error.startsWith('payment reversed') && chains.some(({ lost }) => lost.length > 0)) return true;
  return (isReplaced && isHalted) || error.startsWith('a call may have been sent before');
}

const unpaid = `select count(*)::int as n from payments where status in ('pending', 'processing')`;
/** Transfers for which the vault has too little. Sweeps may bring more: they are transfers, too. */
const tooLittle = `('The vault holds too little.', 'The treasury holds too little.')`;
const short = `select count(*)::int as n from transfers where status = 'waiting' and problem in ${tooLittle}`;
const awaiting = `select count(*)::int as n from refunds where status = 'processing' and refunded_to is null`;
/** What a second member was asked about and nobody has looked at. */
const pending = `select count(*)::int as n from approvals where state = 'pending'`;
/** Refunds that wait for a balance that is enough for the first in line by now. */
const coverable = `
  select count(*) from (
    select distinct on (merchant_id, chain, token) * from refunds
    where status = 'processing' and covered_at is null and not is_held order by merchant_id, chain, token, refund_id) as first
  where token_units - fee_units
    <= -ledger_balance(ledger_account_id('live', 'merchant_balance', merchant_id, chain, token))`;
const onChain = `
  select (select count(*) from arrivals where state = 'seen')::int + (${coverable})::int
    + (select count(*) from transfers where status in ('waiting', 'sending'))::int - (${short})
    + (select count(*) from payouts p left join transfers t on t.transfer_id = p.payout_id
       where p.status = 'processing' and coalesce(t.problem, '') not in ${tooLittle})::int
    + (select count(*) from routes where status in ('processing', 'stuck') and not exists (
       select from transfers where source = route_id and status = 'waiting' and problem in ${tooLittle}))::int
    + (select count(*) from payments where status = 'processing')::int as n`;
const moving = `
  select (select count(*) from transfers where status in ('waiting', 'sending'))::int
    + (select count(*) from payouts where status = 'processing')::int as n`;
const sendable = `select count(*)::int as n from transfers where status = 'waiting' and held_reason is null and problem is null`;
const outgoing = `
  select (select count(*) from undelivered where next_attempt_at is not null)::int
    + (select count(*) from emails where status = 'queued')::int as n`;

/** How much has not ended. */
async function left({ world }: Simulation, question: string): Promise<number> {
  const [row] = await world.database.query<{ n: number }>(question);
  return Number(row?.n ?? 0);
}
