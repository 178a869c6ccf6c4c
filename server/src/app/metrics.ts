import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../lib/clock.ts';
import { countAlarms } from '../messages/alarms/alarms.ts';
import { registerAlarmMetrics } from '../messages/alarms/metrics.ts';
import { countQueuedEmails } from '../messages/email/emails.ts';
import { nextEmailDue } from '../messages/email/queue-store.ts';
import { nextDeliveryDue } from '../messages/webhooks/deliveries/lane-store.ts';
import { nextLook } from '../payments/payment/store.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addLabelled, addQueried, createMetrics, type Metrics } from '../platform/metrics/metrics.ts';
import { buildVersion } from '../platform/version.ts';
import { countLateRoutes } from '../treasury/routes/late-bridge.ts';
import { reportCold } from '../treasury/transfers/solana/cold/report-cold.ts';
import type { Context } from './context.ts';
import {
  agesOfComparisons,
  agesOfHeads,
  agesOfReads,
  countDifferences,
  countOpenTransfers,
  countUnknownPayments,
  oldestDueTransfer,
} from './metrics-store.ts';

/** The metrics of a process. What is read from the database is the same in all processes, with workers or without. */
export function createOwnMetrics(config: Config, db: Db, clock: Clock): Metrics {
  const metrics = createMetrics({ queuedEmails: () => countQueuedEmails(db) });
  const { registry } = metrics;
  addQueried(registry, 'routes_late', 'Routes whose bridge takes too long, for all processes.', () =>
    countLateRoutes(db),
  );
  registerAlarmMetrics(registry, () => countAlarms({ config, db, clock }));
  registerQueueAges(registry, config, db, clock);
  registerMoneyMetrics(registry, Object.keys(config.chains), db, clock);
  registerPoolMetrics(registry, db);
  registerBuild(registry);
  return metrics;
}

const ageOf = (at: Date | null, clock: Clock) =>
  at === null ? 0 : Math.max(0, (clock.nowMs() - at.getTime()) / 1000);

/** Skips e-mails without a mail server: they stay queued. */
function registerQueueAges(registry: Registry, { smtpUrl }: Config, db: Db, clock: Clock): void {
  const help = 'How long the oldest work that is due has waited, for all processes; 0 if none is due.';
  addLabelled(registry, 'queue_age_seconds', help, ['queue'], async () => {
    const [payments, transfers, emails, first, second] = await Promise.all([
      nextLook(db),
      oldestDueTransfer(db),
      smtpUrl === null ? null : nextEmailDue(db),
      nextDeliveryDue(db, 1),
      nextDeliveryDue(db, 2),
    ]);
    return [
      { queue: 'payments', value: ageOf(payments, clock) },
      { queue: 'transfers', value: ageOf(transfers, clock) },
      { queue: 'emails', value: ageOf(emails, clock) },
      { queue: 'deliveries', value: Math.max(ageOf(first, clock), ageOf(second, clock)) },
    ];
  });
}

function registerMoneyMetrics(registry: Registry, chains: readonly string[], db: Db, clock: Clock): void {
  const ofTransfers = 'Live transfers under way, by state (waiting, held, sending), for all processes.';
  addLabelled(registry, 'transfers_open', ofTransfers, ['chain', 'state'], () => countOpenTransfers(db));
  const byChain = (name: string, help: string, query: Parameters<typeof addLabelled<'chain'>>[4]) =>
    addLabelled(registry, name, `${help}, for all processes.`, ['chain'], query);
  byChain('unknown_payments', 'Payments that left a chain and that nobody has explained', () =>
    countUnknownPayments(db),
  );
  byChain('ledger_differences', 'Tokens of which another amount is on the chain than in the ledger', () =>
    countDifferences(db),
  );
  byChain('ledger_checked_age_seconds', 'Time since the ledger was last compared with the chain', () =>
    agesOfComparisons(db, chains, clock.now()),
  );
  addLabelled(
    registry,
    'cold_amount',
    'What the ledger has at cold addresses, for all processes.',
    ['chain', 'token'],
    async () =>
      ((await reportCold(db))?.amounts ?? []).map(({ token, amount }) => ({
        chain: 'solana',
        token,
        value: Number(amount),
      })),
  );
  byChain('hot_usd', 'What the treasury holds in USD where there is a cold address', async () => {
    const hotUsd = (await reportCold(db))?.hotUsd ?? null;
    return hotUsd === null ? [] : [{ chain: 'solana', value: Number(hotUsd) }];
  });
  byChain('chain_head_age_seconds', 'Age of the newest block that a node of the chain reported', () =>
    agesOfHeads(db, chains, clock.now()),
  );
  byChain(
    'chain_lag_seconds',
    'Age of the block up to which a chain was read whose addresses are watched',
    () => agesOfReads(db, chains, clock.now()),
  );
}

function registerPoolMetrics(registry: Registry, db: Db): void {
  const connections = new Gauge({
    name: 'causeway_database_connections',
    help: 'Connections to Postgres of this process (open), and those of them in use (busy).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, busy } = db.poolUse();
      connections.set({ state: 'open' }, open);
      connections.set({ state: 'busy' }, busy);
    },
  });
  const waiting = new Gauge({
    name: 'causeway_database_waiting',
    help: 'Statements and transactions of this process that wait for a connection.',
    registers: [registry],
    collect() {
      waiting.set(db.poolUse().waiting);
    },
  });
}

function registerBuild(registry: Registry): void {
  const build = new Gauge({
    name: 'causeway_build_info',
    help: 'Always 1, with the version of Causeway and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  build.set({ version: buildVersion(), node: process.versions.node }, 1);
}

/** For the tasks that this process runs. Tasks with the same name share a series, which is left out if one of them cannot be asked. */
export function registerTaskMetrics(ctx: Context, tasks: readonly Task[]): void {
  const help =
    'How long the oldest due work of a task has waited; 0 if none is due, or if the task only polls.';
  addLabelled(ctx.metrics.registry, 'task_due_seconds', help, ['task'], async () => {
    const ages = new Map<string, number>();
    const all = await Promise.all(
      tasks.map(async (task) => ({ task: task.name, age: await ageOfDue(ctx, task) })),
    );
    for (const { task, age } of all) ages.set(task, Math.max(ages.get(task) ?? 0, age));
    return [...ages].flatMap(([task, value]) => (Number.isNaN(value) ? [] : [{ task, value }]));
  });
}

/** NaN if the question fails: 0 would say that nothing waits. */
async function ageOfDue(ctx: Context, task: Task): Promise<number> {
  try {
    return ageOf(await task.nextDueAt(ctx), ctx.clock);
  } catch (error) {
    ctx.log.warn({ err: error, task: task.name }, 'could not ask how long a task is due');
    return Number.NaN;
  }
}
