import type { Cast } from './cast.ts';
import { normalBaseFee } from './chain/model-chain.ts';
import { checkAll } from './checks/checks.ts';
import { checkReplays } from './checks/replays.ts';
import { finishPending } from './processes.ts';

/** Longer than any lease, so that the work of the dead is taken over. */
const leasesEndMs = 125_000;
const maxRounds = 40;
/** Rounds at the pace of blocks. After that, longer waits end too. */
const quickRounds = 15;
const hourMs = 3_600_000;
/** Of Solana. More than a node's index of transactions may lag. */
const slotsPerRound = 40;

/** No more faults: everything that can end must end. Returns what is wrong then. */
export async function calmDown(cast: Cast): Promise<string[]> {
  const { world, processes } = cast;
  world.faults.end();
  world.chain.baseFee = normalBaseFee;
  if (world.solana) world.solana.mixed = 0;
  world.trace.add('calm');
  await finishPending(cast);
  world.clock.advance(leasesEndMs);
  for (const worker of [0, 1]) await round(cast, worker);
  // Tasks report what failed in the background before with their next run.
  processes.failures.length = 0;
  world.errors.length = 0;
  await rounds(cast, async () => (await left(cast, onChain)) === 0);
  const replays = cast.isRestored ? [] : await checkReplays(cast);
  // The deadlines of payments pass, then those of retries.
  world.clock.advance(hourMs);
  await rounds(cast, async () => (await left(cast, onChain)) + (await left(cast, unpaid)) === 0);
  for (let retry = 0; retry < 8 && (await left(cast, outgoing)) > 0; retry++) {
    world.clock.advance(27 * hourMs);
    await round(cast, 0);
  }
  const failed = processes.failures.map((failure) => `task failed without a fault: ${failure}`);
  const logged = [...new Set(world.errors)].map((error) => `error without a fault: ${error}`);
  return [...failed, ...logged, ...replays, ...(await checkAll(cast))];
}

async function rounds(cast: Cast, isDone: () => Promise<boolean>): Promise<void> {
  const { clock, chain, solana } = cast.world;
  for (let count = 0; count < maxRounds; count++) {
    clock.advance(count < quickRounds ? 10_000 : 130_000);
    await round(cast, count);
    if (count >= 3 && chain.mempool.length + (solana?.pool.length ?? 0) === 0 && (await isDone())) return;
  }
}

/** Tasks that wait for time, not for blocks. Idle runs cost most of a history, so they run seldom. */
const slow = ['expire-refunds', 'expire-invoices', 'fold-ledger', 'reconcile', 'send-emails'];

/** A block, everything the shop and customers want, and every task once, by the workers in turn. */
async function round(cast: Cast, number: number): Promise<void> {
  const { world, shop, customers, processes } = cast;
  customers.decide(shop.orders);
  customers.pay();
  await cast.solanaCustomers?.act(shop.solanaOrders);
  world.chain.mine(world.clock.nowMs());
  world.solana?.mine(slotsPerRound);
  while (shop.hasWaiting() && processes.api) {
    shop.sendOne(processes.api.app);
    await finishPending(cast);
  }
  const worker = processes.workers[number % 2];
  for (const task of worker?.tasks ?? []) {
    if (!worker || (number % 4 !== 0 && slow.includes(task.name))) continue;
    processes.run(worker, task);
    await finishPending(cast);
  }
}

const unpaid = `select count(*)::int as n from payments where status in ('pending', 'processing')`;
const onChain = `
  select (select count(*) from arrivals where state = 'seen')::int
    + (select count(*) from transfers where status in ('waiting', 'sending'))::int
    + (select count(*) from payments where status = 'processing')::int as n`;
const outgoing = `
  select (select count(*) from undelivered where next_attempt_at is not null)::int
    + (select count(*) from emails where status = 'queued')::int as n`;

/** How much has not ended. */
async function left({ world }: Cast, question: string): Promise<number> {
  const [row] = await world.database.query<{ n: number }>(question);
  return Number(row?.n ?? 0);
}
