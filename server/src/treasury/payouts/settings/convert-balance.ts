import type { Context } from '../../../app/context.ts';
import { chains } from '../../../lib/chains/registry.ts';
import { hourMs } from '../../../lib/durations.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { holdBalance } from '../../ledger/ledger.ts';
import { withEngineOf } from '../../routes/engines.ts';
import type { RoutePlan } from '../../routes/providers/planner.ts';
import { forgetRefusal, keepRefusal } from '../../routes/refusals.ts';
import { findRoute, hasOpenRoute, makeRoute, routeMade } from '../../routes/route-balance.ts';
import type { PayoutProblem } from '../payable.ts';
import type { Asset, Initiator } from '../payout.ts';
import { type Plan, planPayout } from '../plan-payout.ts';
import { type SettlementRow, targetOf } from './settings-store.ts';
import { activeWallet } from './wallets.ts';

/** How long to wait after a failed route of a balance: attempts cost gas. */
const afterFailureMs = 6 * hourMs;

/** The asset that a balance is exchanged into; null if it is paid as received. */
export function conversionOf(settlement: SettlementRow, asset: Asset): Asset | null {
  const target = targetOf(settlement);
  return target && !isSame(target, asset) ? target : null;
}

/** Whether open routes lead into this balance. Its payout waits for them, so that there is only one. */
export async function awaitsRoutes(ctx: Context, settlement: SettlementRow, asset: Asset): Promise<boolean> {
  const target = targetOf(settlement);
  return target !== null && isSame(target, asset) && hasOpenRoute(ctx.db, settlement, asset);
}

/**
 * Creates a route for what would be paid out of a balance. Fetches quotes before it locks the balance. Returns the
 * problem, or null if the route was made.
 */
export async function convertBalance(
  ctx: Context,
  settlement: SettlementRow,
  asset: Asset,
  target: Asset,
  balance: bigint,
  initiator: Initiator,
): Promise<{ problem: PayoutProblem } | null> {
  const { environment } = settlement;
  const asked = { initiator, wanted: null };
  const planned = await planPayout(ctx, ctx.db, settlement, asset, balance, asked);
  if ('problem' in planned) return planned;
  const { units } = planned;
  const isPaused = initiator === 'schedule' && isConversionPaused(ctx, planned);
  if (isPaused || isConversionOff(ctx, settlement)) return { problem: 'not_routable' };
  // What arrives could not be paid out, and its owner would have paid for the exchange.
  const { name, family } = chains[target.chain];
  if (!(await activeWallet(ctx, ctx.db, settlement, family))) {
    await keepRefusal(ctx, { ...settlement, ...asset }, `No payout wallet is in effect on ${name}.`);
    return { problem: 'no_wallet' };
  }
  const way = await wayFor(ctx, environment, { from: asset, to: target, units });
  if ('refused' in way) {
    await keepRefusal(ctx, { ...settlement, ...asset }, way.refused);
    return { problem: 'not_routable' };
  }
  const money = { asset, target, units, initiator };
  const problem = await ctx.db.begin((tx: Sql) => make(ctx, tx, settlement, money, way));
  if (problem === null) routeMade(ctx, environment);
  return problem === null ? null : { problem };
}

export function isConversionOff(
  { config }: Context,
  { environment }: Pick<SettlementRow, 'environment'>,
): boolean {
  return environment === 'live' && !config.routing.on;
}

/** Whether the schedule waits, since a route of this balance failed. */
export function isConversionPaused(
  { clock }: Context,
  { routeFailedAt }: Pick<Plan, 'routeFailedAt'>,
): boolean {
  return routeFailedAt !== null && clock.nowMs() - routeFailedAt.getTime() < afterFailureMs;
}

async function wayFor(
  ctx: Context,
  environment: Environment,
  way: { from: Asset; to: Asset; units: bigint },
): Promise<RoutePlan | { refused: string }> {
  const found = await withEngineOf(ctx, environment, (engine) => findRoute(engine, way));
  if (found && !('refusals' in found)) return found;
  ctx.log.info(
    { ...way, units: way.units.toString(), refusals: found?.refusals },
    'a balance is not routable',
  );
  return { refused: found?.refusals.map(({ text }) => text).join(' ') ?? 'Routing is not set up.' };
}

async function make(
  ctx: Context,
  tx: Sql,
  settlement: SettlementRow,
  { asset, target, units, initiator }: { asset: Asset; target: Asset; units: bigint; initiator: Initiator },
  way: RoutePlan,
): Promise<PayoutProblem | null> {
  const { merchant_id: merchantId, environment, currency } = settlement;
  const balance = await holdBalance(tx, { merchantId, environment, ...asset });
  const plan = await planPayout(ctx, tx, settlement, asset, balance, { initiator, wanted: null });
  if ('problem' in plan) return plan.problem;
  if (plan.units < units) return 'insufficient_balance';
  const { worthMinor, coversAfter } = plan;
  const owner = { merchantId, environment, initiator };
  const route = { ...owner, from: asset, to: target, units, currency, worthMinor, coversAfter };
  if (!(await makeRoute(ctx, tx, route, way))) return 'in_progress';
  await forgetRefusal(tx, { ...settlement, ...asset });
  return null;
}

function isSame(a: Asset, b: Asset): boolean {
  return a.chain === b.chain && a.token === b.token;
}
