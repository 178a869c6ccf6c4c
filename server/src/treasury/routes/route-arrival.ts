import { dayMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { post } from '../ledger/ledger.ts';
import { routeArrivedPosting, routeReturnedPosting } from '../ledger/route-postings.ts';
import { endRoute, givenBy, sourceOf } from './book-route.ts';
import { cancelSecondCall, requestSecondCall } from './bridge-second-call.ts';
import { alarmIfLate } from './late-bridge.ts';
import type { RouteStatus } from './providers/provider.ts';
import type { Engine } from './providers/providers.ts';
import { occupied, type RouteStepRow } from './route.ts';
import { routeMade } from './route-balance.ts';
import { maxTries, objectionToNext } from './route-call.ts';
import { type Work, wait } from './step-work.ts';
import {
  moveRoute,
  moveStep,
  updateInTime,
  updateRouteDue,
  updateStepUnits,
  updateUnknown,
} from './store.ts';
import { fromStored } from './stored-quote.ts';

/** After being unknown for this long, a route is stuck and the operator has to look. */
const unknownForMs = dayMs;

/** Follows a step whose call is final, until its result is on the destination chain. */
export async function followCall(work: Work, steps: readonly RouteStepRow[]): Promise<void> {
  const { engine, route, step } = work;
  const { ctx, providers } = engine;
  const provider = providers.find(({ name }) => name === step.provider);
  if (!provider || step.call_hash === null) return unknown(work, `${step.provider} is off.`);
  const status = await provider.status(fromStored(step.quote), step.call_hash);
  if (status.state === 'arrived') return arrive(work, steps, status);
  await alarmIfLate(work);
  if (status.state === 'unknown') return unknown(work, status.text);
  await updateUnknown(ctx.db, route.route_id, null);
  if (status.state === 'waiting') return wait(work, status.text ?? null);
  if (status.state === 'returned') return takeBack(work, status.units);
  const objection = objectionToNext(engine, step, status.call);
  if (objection !== null) return unknown(work, objection);
  await requestSecondCall(work, status.call);
  await wait(work, null);
}

async function arrive(
  work: Work,
  steps: readonly RouteStepRow[],
  status: Extract<RouteStatus, { state: 'arrived' }>,
): Promise<void> {
  const { engine, step } = work;
  const block = await blockOf(engine, step.to_chain, status.transactionHash);
  if (block === null && engine.environment === 'live') return wait(work, 'Until the result is in a block.');
  // Anybody may have sent the second transaction, so ours may not be needed.
  await cancelSecondCall(work);
  try {
    await bookArrival(work, steps, status, block);
  } catch (error) {
    if (!isUniqueViolation(error, 'route_steps_one_arrival')) throw error;
    return unknown(work, `What arrived in ${status.transactionHash} was counted for another route.`);
  }
  routeMade(engine.ctx, engine.environment);
}

/** The block or slot of a successful transaction; null if there is none. */
async function blockOf(
  { chains, solana }: Engine,
  chain: RouteStepRow['chain'],
  hash: string,
): Promise<number | null> {
  if (chain === 'solana') {
    const found = await solana()?.reads.transaction(hash);
    return found && !found.isFailed ? found.slot : null;
  }
  const [mined] = (await chains(chain)?.node.mined([hash])) ?? [];
  return mined?.succeeded ? mined.blockNumber : null;
}

async function bookArrival(
  { engine: { ctx }, route, step }: Work,
  steps: readonly RouteStepRow[],
  { units, transactionHash: hash, logIndex: log }: Extract<RouteStatus, { state: 'arrived' }>,
  block: number | null,
): Promise<void> {
  const now = ctx.clock.now();
  const given = givenBy(route, step);
  const arrived = { ...given, chain: step.to_chain, token: step.to_token, units };
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await moveStep(tx, 'arrive', step, { arrived: { units, hash, block, log }, endedAt: now }))) return;
    await post(tx, [routeArrivedPosting(given, arrived, sourceOf(step, 'arrived'), now)]);
    const next = steps.find((one) => one.step === step.step + 1);
    if (!next) return endRoute(ctx, tx, 'complete', route, arrived, null);
    await updateStepUnits(tx, route.route_id, next.step, units);
    await updateUnknown(tx, route.route_id, null);
    await updateInTime(tx, route.route_id);
    await updateRouteDue(tx, route.route_id, now, null);
  });
}

/** A bridge returned the money. It goes back to the vault, and the next route is planned anew. */
async function takeBack(work: Work, units: bigint): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  const now = ctx.clock.now();
  try {
    await ctx.db.begin(async (tx: Sql) => {
      if (!(await moveStep(tx, 'again', step, { triesMore: maxTries, tokenUnits: units }))) return;
      await post(tx, [routeReturnedPosting(givenBy(route, step), units, sourceOf(step, 'returned'), now)]);
      await updateInTime(tx, route.route_id);
      await updateRouteDue(tx, route.route_id, now, 'The bridge gave the money back.');
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'route_steps_at_operator')) throw error;
    await wait(work, occupied);
  }
}

async function unknown(work: Work, text: string): Promise<void> {
  const { route } = work;
  const { ctx } = work.engine;
  const now = ctx.clock.now();
  const since = await updateUnknown(ctx.db, route.route_id, now);
  if (since === null || now.getTime() - since.getTime() < unknownForMs) return wait(work, text);
  ctx.log.error({ routeId: route.route_id, problem: text }, 'a route is stuck');
  await moveRoute(ctx.db, 'stick', route.route_id, { now, message: text });
}
