import type { Context } from '../../app/context.ts';
import type { ChainAdapter } from '../../chains/adapter.ts';
import { within } from '../../lib/deadline.ts';
import type { Sql } from '../../platform/db/client.ts';
import { createLanes } from '../../platform/jobs/lanes.ts';
import type { Task } from '../../platform/jobs/task.ts';
import type { WatchedDepositRow } from '../deposits/deposit.ts';
import { nextDepositCheck, selectDepositsOf, takeDueDeposits } from '../deposits/deposit-store.ts';
import type { PaymentKey } from '../payment/payment.ts';
import { applyObservations, applyTogether } from './apply-reports.ts';
import { withCounts } from './count-units.ts';
import { byPayment, judge, type Observation } from './evaluate.ts';

const batchSize = 500;
/** Must be longer than a look may take. If the worker is killed, its deposits become due again after this. */
const leaseMs = 30_000;
const lookTimeoutMs = 10_000;

/**
 * Asks the chains what has arrived and applies the reports. A chain that hangs is not asked again until its look times
 * out; the others go on.
 */
export function createWatchTask(): Task {
  const chains = createLanes(chainOf);
  return {
    name: 'watch-deposits',
    async run(ctx) {
      chains.rethrow();
      const askedAt = ctx.clock.now();
      const leaseUntil = new Date(askedAt.getTime() + leaseMs);
      const due = await takeDueDeposits(ctx.db, askedAt, leaseUntil, batchSize, chains.busy());
      chains.start(
        due,
        async (deposits) => apply(ctx, askedAt, await askAboutFailures(ctx, await askChain(ctx, deposits))),
        () => ctx.wake.at('watch-deposits', ctx.clock.now()),
      );
      return due.length;
    },
    nextDueAt: (ctx) => nextDepositCheck(ctx.db, chains.busy()),
    drain: chains.drain,
  };
}

function chainOf({ environment, chain }: WatchedDepositRow): string {
  return `${environment} ${chain}`;
}

/** Looks at all deposits of one payment now. Deposits whose chain does not respond are unchanged. */
export async function lookAtPayment(ctx: Context, askedAt: Date, payment: PaymentKey): Promise<void> {
  const deposits = await selectDepositsOf(ctx.db, payment);
  const answers = await Promise.all(deposits.map((deposit) => askChain(ctx, [deposit])));
  await apply(ctx, askedAt, answers.flat());
}

/**
 * Applies what the chains have recorded about a locked payment, in the caller's transaction. Both the simulated and the
 * live chains read the database here, so no network call is made under the lock.
 */
export async function lookAtLocked(ctx: Context, tx: Sql, payment: PaymentKey): Promise<void> {
  const askedAt = ctx.clock.now();
  const looks = (await selectDepositsOf(tx, payment)).map((deposit) =>
    observationsOf(ctx.chains.adapter(deposit.environment, deposit.chain, tx), [deposit]),
  );
  const observations = await withCounts(tx, (await Promise.all(looks)).flat());
  if (observations.length > 0) await applyTogether(ctx, tx, askedAt, observations);
}

async function apply(ctx: Context, askedAt: Date, observations: Observation[]): Promise<void> {
  await applyObservations(ctx, askedAt, observations);
  // Payments past their deadline waited for this look.
  const overdue = observations.some(
    ({ deposit }) => deposit.status === 'pending' && deposit.expires_at <= askedAt,
  );
  if (overdue) ctx.wake.at('expire-payments', askedAt);
}

/**
 * Adds what the other chains report about payments that fail by this chain alone: a payment with money on another chain
 * has not failed.
 */
async function askAboutFailures(ctx: Context, observations: Observation[]): Promise<Observation[]> {
  const failing = byPayment(observations).filter((own) => judge(own).fail);
  const others = failing.map(async ([own]) => {
    if (!own) return [];
    const deposits = await selectDepositsOf(ctx.db, own.deposit);
    const elsewhere = deposits.filter(({ chain }) => chain !== own.deposit.chain);
    return (await Promise.all(elsewhere.map((deposit) => askChain(ctx, [deposit])))).flat();
  });
  return [...observations, ...(await Promise.all(others)).flat()];
}

/** Returns nothing if the chain does not respond: the lease ends and the deposits are looked at again. */
async function askChain(ctx: Context, deposits: WatchedDepositRow[]): Promise<Observation[]> {
  const [first] = deposits;
  if (!first) return [];
  const { chain, environment } = first;
  try {
    const answer = observationsOf(ctx.chains.adapter(environment, chain), deposits);
    const found = await within(
      lookTimeoutMs,
      answer,
      () => new Error(`no answer within ${lookTimeoutMs} ms`),
    );
    return await withCounts(ctx.db, found);
  } catch (error) {
    ctx.log.error({ err: error, chain, environment }, 'chain did not answer');
    return [];
  }
}

/** One chain's report on these deposits. */
async function observationsOf(adapter: ChainAdapter, deposits: WatchedDepositRow[]): Promise<Observation[]> {
  const reports = await adapter.observe(
    deposits.map((deposit) => ({
      depositId: deposit.deposit_id,
      address: deposit.address,
      token: deposit.token,
      createdAt: deposit.created_at,
      expiresAt: deposit.expires_at,
    })),
  );
  const byId = new Map(reports.map((report) => [report.depositId, report]));
  return deposits.flatMap((deposit) => {
    const report = byId.get(deposit.deposit_id);
    return report ? [{ deposit, report }] : [];
  });
}
