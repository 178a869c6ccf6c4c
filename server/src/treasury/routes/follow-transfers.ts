import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { routeBackPosting, routeFundedPosting, routeGivenPosting } from '../ledger/route-postings.ts';
import { unknownTransactions } from '../transfers/states.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import { endRoute, givenBy, sourceOf } from './book-route.ts';
import { occupied, type RouteRow, type RouteStepRow } from './route.ts';
import { routeMade } from './route-balance.ts';
import {
  moveRoute,
  moveStep,
  selectRoute,
  selectSteps,
  updateNextTries,
  updateRouteDue,
  wakeWaiting,
} from './store.ts';

/** Purpose of a route's transfer. Its id contains it, with the number of the attempt. */
export type Purpose = 'fund' | 'approve' | 'reset' | 'call' | 'next' | 'back';

export function transferIdOf(step: RouteStepRow, purpose: Purpose): string {
  return `${step.route_id}:${step.step}:${purpose}:${attemptOf(step, purpose)}`;
}

function attemptOf({ tries, next_tries }: RouteStepRow, purpose: Purpose): number {
  return purpose === 'next' ? next_tries : tries;
}

/** Ends after which the operator's address is free for the next route of the same token. */
const leavesOperator: readonly string[] = ['call completed', 'back completed', 'fund failed'];

/** Transfer follower: moves the route step of each transfer, with its posting. */
export async function followRouteTransfers(
  ctx: Context,
  tx: Sql,
  transfers: readonly TransferRow[],
  result: 'completed' | 'failed',
): Promise<void> {
  for (const transfer of transfers.filter(({ kind }) => kind === 'route' || kind === 'call')) {
    const purpose = transfer.transfer_id.split(':')[2] as Purpose;
    const route = await selectRoute(tx, transfer.source);
    const steps = await selectSteps(tx, [transfer.source]);
    const step = steps.find((one) => transferIdOf(one, purpose) === transfer.transfer_id);
    if (!route || !step) continue;
    if (result === 'completed') await succeeded(ctx, tx, route, step, purpose, transfer);
    else await failed(ctx, tx, route, step, purpose, transfer);
    // Keep the reason of the last failure, also after the money is back. A mint that was not needed is not a failure.
    const problem = result === 'failed' && purpose !== 'next' ? transfer.failure_message : null;
    await updateRouteDue(tx, route.route_id, ctx.clock.now(), problem);
    if (leavesOperator.includes(`${purpose} ${result}`))
      await wakeWaiting(tx, step, occupied, ctx.clock.now());
    routeMade(ctx, route.environment);
  }
}

async function succeeded(
  ctx: Context,
  tx: Sql,
  route: RouteRow,
  step: RouteStepRow,
  purpose: Purpose,
  { tx_hash: hash }: TransferRow,
): Promise<void> {
  const now = ctx.clock.now();
  const given = givenBy(route, step);
  switch (purpose) {
    case 'fund':
      if (await moveStep(tx, 'funded', step, { fundedAt: now }))
        await post(tx, [routeFundedPosting(given, sourceOf(step, 'funded'), now)]);
      return;
    case 'approve':
    case 'reset':
      await moveStep(tx, 'approved', step);
      return;
    case 'call':
      if (await moveStep(tx, 'called', step, { callHash: hash, calledAt: now }))
        await post(tx, [routeGivenPosting(given, sourceOf(step, 'given'), now)]);
      return;
    case 'next':
      return;
    case 'back':
      if (!(await moveStep(tx, 'returned', step, { endedAt: now }))) return;
      await post(tx, [routeBackPosting(given, sourceOf(step, 'back'), now)]);
      await endRoute(ctx, tx, 'fail', route, given, route.problem ?? gaveUp);
  }
}

const gaveUp = 'It could not be exchanged within the limits.';

async function failed(
  ctx: Context,
  tx: Sql,
  route: RouteRow,
  step: RouteStepRow,
  purpose: Purpose,
  { failure_reason: reason, failure_message: message }: TransferRow,
): Promise<void> {
  const now = ctx.clock.now();
  if (purpose === 'fund') {
    if (await moveStep(tx, 'unfunded', step))
      await endRoute(ctx, tx, 'fail', route, givenBy(route, step), message);
    return;
  }
  // The money was sent before. Only this second transaction is retried.
  if (purpose === 'next') return updateNextTries(tx, step);
  await moveStep(tx, 'again', step, { triesMore: 1 });
  if (reason === unknownTransactions) await moveRoute(tx, 'stick', route.route_id, { now, message });
}
