import type { Context } from '../../app/context.ts';
import { chains } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { routePosting } from '../ledger/route-postings.ts';
import { isOn, problemWith } from './providers/check-contracts.ts';
import { names } from './providers/limits.ts';
import { type Leg, planRoute, type Refused, type RoutePlan, waysBetween } from './providers/planner.ts';
import type { Asset, ProviderName, RouteQuote, RouteRefusal } from './providers/provider.ts';
import { addressesOn, type Engine } from './providers/providers.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { stopOf } from './route-stops.ts';
import { insertRoute, insertStep, moveRoute, selectRoute, selectSteps } from './store.ts';
import { toStored } from './stored-quote.ts';

export { hasOpenRoute, selectNewestRoutes } from './store.ts';

function limitsOf({ config }: Context) {
  return { maxUsdMinor: BigInt(config.routing.maxUsd) * 100n };
}

const off = (name: ProviderName): RouteRefusal => ({
  refused: 'not_allowed',
  text: `${names[name]} is off.`,
});

/** The cheapest allowed path for an amount now, or why there is none. */
export async function findRoute(
  engine: Engine,
  way: { from: Asset; to: Asset; units: bigint },
): Promise<RoutePlan | Refused> {
  const { ctx, environment } = engine;
  const providers = engine.providers.map(({ name }) => name).filter((name) => isOn(ctx, name));
  const found = await planRoute(ctx.rates[environment], limitsOf(ctx), { ...way, providers }, (leg, units) =>
    askProvider(engine, leg, units),
  );
  const isForLifi = waysBetween(way.from, way.to, ['uniswap', 'cctp', 'lifi'])
    .flat()
    .some(({ provider }) => provider === 'lifi');
  return 'refusals' in found && environment === 'live' && isForLifi && !isOn(ctx, 'lifi')
    ? { refusals: [...found.refusals, off('lifi')] }
    : found;
}

/** Asks one provider for a quote. An error refuses this path only. */
export async function askProvider(
  engine: Engine,
  { provider: name, from, to }: Leg,
  units: bigint,
): Promise<RouteQuote | RouteRefusal> {
  const { ctx, environment, providers } = engine;
  const provider = providers.find((one) => one.name === name);
  if (!provider || !isOn(ctx, name)) return off(name);
  const leg = { provider: name, chain: from.chain, to_chain: to.chain };
  const stopped = environment === 'live' ? await stopOf(ctx, leg) : null;
  if (stopped !== null) return { refused: 'not_allowed', text: stopped };
  try {
    for (const { chain } of environment === 'live' ? [from, to] : []) {
      const problem = await problemWith(ctx, provider, chain);
      if (problem !== null)
        return {
          refused: 'unavailable',
          text: `${names[name]} cannot be used on ${chains[chain].name} now: ${problem}.`,
        };
    }
    const { sender } = addressesOn(engine, from.chain);
    const { vault: recipient } = addressesOn(engine, to.chain);
    return await provider.quote({ from, to, units, sender, recipient });
  } catch (error) {
    ctx.log.warn({ err: error, provider: name, from, to }, 'a route provider gave no quote');
    return { refused: 'unavailable', text: `${names[name]} does not answer. It will be asked again.` };
  }
}

export interface NewRoute extends Pick<RouteRow, 'environment' | 'initiator'> {
  merchantId: string;
  from: Asset;
  to: Asset;
  units: bigint;
  currency: Currency;
  worthMinor: bigint;
  coversAfter: Date | null;
}

/**
 * Creates a route and its steps, and books the money out of the balance, in the caller's transaction, which has locked
 * the balance. Null if the balance has an open route.
 */
export async function makeRoute(
  ctx: Context,
  tx: Sql,
  { merchantId, environment, initiator, from, to, units, ...rest }: NewRoute,
  plan: RoutePlan,
): Promise<RouteRow | null> {
  const now = ctx.clock.now();
  const row: RouteRow = {
    route_id: ctx.ids.next('rte', now),
    merchant_id: merchantId,
    environment,
    status: 'processing',
    initiator,
    chain: from.chain,
    token: from.token,
    token_units: units.toString(),
    to_chain: to.chain,
    to_token: to.token,
    expected_units: plan.expectedUnits.toString(),
    least_units: plan.leastUnits.toString(),
    arrived_units: null,
    currency: rest.currency,
    worth_minor: rest.worthMinor,
    explanation: plan.explanation,
    covers_after: rest.coversAfter,
    covers_until: now,
    problem: null,
    failure_message: null,
    due_at: now,
    unknown_since: null,
    late_at: null,
    created_at: now,
    resumed_at: null,
    ended_at: null,
  };
  if (!(await insertRoute(tx, row))) return null;
  for (const [index, quote] of plan.quotes.entries())
    await insertStep(tx, {
      route_id: row.route_id,
      environment,
      step: index + 1,
      provider: quote.provider,
      chain: quote.input.from.chain,
      token: quote.input.from.token,
      to_chain: quote.input.to.chain,
      to_token: quote.input.to.token,
      token_units: index === 0 ? row.token_units : null,
      quote: toStored(quote),
    });
  const money = { environment, merchantId, ...from, units };
  await post(tx, [routePosting(money, row.route_id, now)]);
  return row;
}

/** Wakes the task for routes. Call after the commit. */
export function routeMade(ctx: Context, environment: Environment): void {
  ctx.wake.at(environment === 'live' ? 'follow-routes' : 'simulated-routes', ctx.clock.now());
}

/** A route of any merchant, for the operator. */
export async function showRoute(
  ctx: Context,
  routeId: string,
): Promise<{ route: RouteRow; steps: RouteStepRow[] } | null> {
  const route = await selectRoute(ctx.db, routeId);
  return route ? { route, steps: await selectSteps(ctx.db, [routeId]) } : null;
}

/** Resumes a stuck route. False if it was not stuck. */
export async function resumeRoute(ctx: Context, routeId: string): Promise<boolean> {
  const row = await moveRoute(ctx.db, 'resume', routeId, { now: ctx.clock.now() });
  if (row) routeMade(ctx, row.environment);
  return row !== undefined;
}
