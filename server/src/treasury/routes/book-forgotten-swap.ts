import type { Context } from '../../app/context.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { fiatMinorOf } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance, post } from '../ledger/ledger.ts';
import { routeFundedPosting, routeGivenPosting } from '../ledger/route-postings.ts';
import { givenBy, sourceOf } from './book-route.ts';
import { type ForgottenSwap, quoteOf } from './forgotten-swap.ts';
import type { RoutePlan } from './providers/planner.ts';
import type { Engine } from './providers/providers.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { makeRoute, routeMade } from './route-balance.ts';
import { moveRoute, moveStep, selectCoveredUntil, selectRoute, selectSteps } from './store.ts';

/** Why a swap was not booked, for the operator. */
interface NotBooked {
  refused: string;
}

/**
 * Books the swap of a stuck route: the route continues as if the call had been recorded, and the result is read from
 * the chain. Returns the route's id.
 */
export async function bookForRoute(
  ctx: Context,
  swap: ForgottenSwap,
  routeId: string,
): Promise<{ routeId: string } | NotBooked> {
  const booked = await ctx.db.begin(async (tx: Sql): Promise<{ routeId: string } | NotBooked> => {
    const route = await selectRoute(tx, routeId);
    const step = (await selectSteps(tx, [routeId])).find(({ status }) => status !== 'completed');
    const notStuck = { refused: `${routeId} is not a route that is stuck.` };
    if (!route || !step || route.status !== 'stuck') return notStuck;
    const objection = objectionTo(step, swap);
    if (objection !== null) return { refused: objection };
    if (!(await moveRoute(tx, 'resume', routeId, { now: ctx.clock.now() }))) return notStuck;
    await give(ctx, tx, route, step, swap);
    return { routeId };
  });
  if ('routeId' in booked) routeMade(ctx, 'live');
  return booked;
}

function objectionTo(step: RouteStepRow, { from, to, units }: ForgottenSwap): string | null {
  if (step.status !== 'funded')
    return `Its step ${step.step} is ${step.status}: wait until its transactions have ended.`;
  const isSame =
    step.chain === from.chain &&
    step.token === from.token &&
    step.to_chain === to.chain &&
    step.to_token === to.token;
  if (!isSame || BigInt(step.token_units ?? 0) !== units)
    return `Its step ${step.step} is of ${step.token_units} units of ${step.token} on ${step.chain}, and the swap of ${units} units of ${from.token} on ${from.chain}.`;
  return null;
}

/** Books a swap whose route the database does not know, as a new route of this merchant's balance. */
export async function bookForMerchant(
  engine: Engine,
  swap: ForgottenSwap,
  merchantId: string,
): Promise<{ routeId: string } | NotBooked> {
  const { ctx } = engine;
  const booked = await ctx.db.begin(async (tx: Sql): Promise<{ routeId: string } | NotBooked> => {
    const { from, units } = swap;
    const account = { merchantId, environment: 'live', ...from } as const;
    if ((await holdBalance(tx, account)) < units)
      return { refused: `${merchantId} has less than ${units} units of ${from.token} on ${from.chain}.` };
    const route = await makeRoute(ctx, tx, await newRoute(ctx, tx, swap, merchantId), planOf(engine, swap));
    const [step] = route ? await selectSteps(tx, [route.route_id]) : [];
    if (!route || !step)
      return { refused: 'A route of this balance is not resolved. Book its swap with --route.' };
    await moveStep(tx, 'fund', step);
    await moveStep(tx, 'funded', step, { fundedAt: ctx.clock.now() });
    await post(tx, [routeFundedPosting(givenBy(route, step), sourceOf(step, 'funded'), ctx.clock.now())]);
    await give(ctx, tx, route, step, swap);
    return { routeId: route.route_id };
  });
  if ('routeId' in booked) routeMade(ctx, 'live');
  return booked;
}

async function newRoute(ctx: Context, tx: Sql, { from, to, units }: ForgottenSwap, merchantId: string) {
  const [token, currency] = [ctx.rates.live.usdPerToken(from.token), ctx.rates.live.usdPerCurrency('USD')];
  const decimals = tokenDecimals(from.chain, from.token);
  const worthMinor = token === null || currency === null ? 0n : fiatMinorOf(units, token, currency, decimals);
  const coversAfter = await selectCoveredUntil(tx, merchantId, from);
  const owner = { merchantId, environment: 'live', initiator: 'schedule' } as const;
  return { ...owner, from, to, units, currency: 'USD', worthMinor, coversAfter } as const;
}

function planOf(engine: Engine, swap: ForgottenSwap): RoutePlan {
  const { arrivedUnits: expectedUnits, leastUnits, hash } = swap;
  const explanation = `Booked by the operator: ${hash}.`;
  return { quotes: [quoteOf(engine, swap, expectedUnits)], expectedUnits, leastUnits, explanation };
}

async function give(
  ctx: Context,
  tx: Sql,
  route: RouteRow,
  step: RouteStepRow,
  { hash }: ForgottenSwap,
): Promise<void> {
  await moveStep(tx, 'book', step, { callHash: hash });
  await post(tx, [routeGivenPosting(givenBy(route, step), sourceOf(step, 'given'), ctx.clock.now())]);
}
