import type { DepositReport } from '../chains/adapter.ts';
import { outcomeFor } from '../chains/simulated/outcomes.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { Task } from '../jobs/task.ts';
import { announcing, isSome } from '../webhooks/events.ts';
import { nextDepositCheck, takeDueDeposits, type WatchedDepositRow } from './deposit-store.ts';
import { applyReports, moveAndAnnounce, payFromTestWallets } from './paying.ts';
import { lockExpirable, nextCustomerDue, nextExpiry, takeDueCustomers } from './store.ts';

const batchSize = 500;
/** Longer than a chain may take to answer; a killed worker's deposits are looked at again after this. */
const leaseMs = 30_000;

/** The customer of test mode: comes about a second after the payment was made and pays it from a test wallet. */
const simulatedCustomer: Task = {
  name: 'simulated-customer',
  async run(ctx) {
    const paid = await ctx.db.begin(async (tx) => {
      const due = await takeDueCustomers(tx, ctx.clock.now(), batchSize);
      const payments = due.map((payment) => ({
        payment,
        outcome: outcomeFor(payment.amount_minor, ctx.random),
      }));
      await payFromTestWallets(ctx, tx, payments);
      return due.length;
    });
    if (paid > 0) ctx.wake.at('watch-deposits', ctx.clock.now());
    return paid;
  },
  nextDueAt: (ctx) => nextCustomerDue(ctx.db),
};

/** Asks the chains what has arrived, outside any transaction, and applies the answers in one. */
const watchDeposits: Task = {
  name: 'watch-deposits',
  async run(ctx) {
    const askedAt = ctx.clock.now();
    const due = await takeDueDeposits(ctx.db, askedAt, new Date(askedAt.getTime() + leaseMs), batchSize);
    await lookAt(ctx, askedAt, due);
    return due.length;
  },
  nextDueAt: (ctx) => nextDepositCheck(ctx.db),
};

const expirePayments: Task = {
  name: 'expire-payments',
  async run(ctx) {
    const expire = async (tx: Sql) => {
      const due = await lockExpirable(tx, ctx.clock.now(), batchSize);
      return (await moveAndAnnounce(ctx, tx, 'expire', due)).length;
    };
    return announcing(ctx, expire, isSome);
  },
  nextDueAt: (ctx) => nextExpiry(ctx.db, ctx.clock.now()),
};

export const paymentTasks: Task[] = [simulatedCustomer, watchDeposits, expirePayments];

/** Asks the chains about deposits and applies what they answer. Deposits whose chain does not answer stay as they are. */
export async function lookAt(ctx: Context, askedAt: Date, deposits: WatchedDepositRow[]): Promise<void> {
  const reports = await Promise.all([...groupByChain(deposits).values()].map((group) => observe(ctx, group)));
  const answered = reports.flat();
  if (answered.length > 0) await announcing(ctx, (tx) => applyReports(ctx, tx, askedAt, answered), isSome);
  // Those past their deadline waited for this look.
  const overdue = answered.some(
    ({ deposit }) => deposit.status === 'pending' && deposit.expires_at <= askedAt,
  );
  if (overdue) ctx.wake.at('expire-payments', askedAt);
}

interface Answered {
  deposit: WatchedDepositRow;
  report: DepositReport;
}

/** One chain that does not answer holds up only its own deposits: their lease runs out and they are asked about again. */
async function observe(ctx: Context, deposits: WatchedDepositRow[]): Promise<Answered[]> {
  const [first] = deposits;
  if (!first) return [];
  try {
    const reports = await ctx.chains.adapter(first.environment, first.chain).observe(
      deposits.map((deposit) => ({
        depositId: deposit.deposit_id,
        address: deposit.address,
        token: deposit.token,
        createdAt: deposit.created_at,
      })),
    );
    const byId = new Map(reports.map((report) => [report.depositId, report]));
    return deposits.flatMap((deposit) => {
      const report = byId.get(deposit.deposit_id);
      return report ? [{ deposit, report }] : [];
    });
  } catch (error) {
    ctx.log.error({ err: error, chain: first.chain, environment: first.environment }, 'chain did not answer');
    return [];
  }
}

function groupByChain(deposits: WatchedDepositRow[]): Map<string, WatchedDepositRow[]> {
  const groups = new Map<string, WatchedDepositRow[]>();
  for (const deposit of deposits) {
    const key = `${deposit.environment} ${deposit.chain}`;
    const group = groups.get(key) ?? [];
    group.push(deposit);
    groups.set(key, group);
  }
  return groups;
}
