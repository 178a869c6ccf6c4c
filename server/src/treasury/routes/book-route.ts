import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { type MerchantMoney, merchantMoney } from '../ledger/postings.ts';
import { routeEndedPosting } from '../ledger/route-postings.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { moveRoute } from './store.ts';

/** The money that a step spends. */
export function givenBy({ merchant_id, environment }: RouteRow, step: RouteStepRow): MerchantMoney {
  const { chain, token, token_units } = step;
  if (token_units === null) throw new Error(`step ${step.step} of ${step.route_id} has not started`);
  return merchantMoney({ environment, merchant_id, chain, token, token_units });
}

/** The source of a step's posting. Includes the attempt, since each may move money. */
export function sourceOf({ route_id, step, tries }: RouteStepRow, what: string): string {
  return `${route_id}:${step}:${what}:${tries}`;
}

/** Ends a route and books its money, in its present asset, to the merchant's balance. */
export async function endRoute(
  ctx: Context,
  tx: Sql,
  move: 'complete' | 'fail',
  route: RouteRow,
  money: MerchantMoney,
  message: string | null,
): Promise<void> {
  const now = ctx.clock.now();
  const ended = await moveRoute(tx, move, route.route_id, { now, message, arrivedUnits: money.units });
  if (!ended) return;
  await post(tx, [routeEndedPosting(money, route.route_id, now)]);
  const into = { chain: money.chain, token: money.token as RouteRow['token'] };
  await ctx.followers.routeEnded(tx, ended, into);
}
