import type { ChainId, Token } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { RouteRow, RouteStepRow } from '../route.ts';
import { selectSteps } from '../store.ts';
import { type GasRow, selectGasOf, selectRoutes, selectRoutesInto } from './view-store.ts';

export { selectRoutesOfPayment } from './view-store.ts';

/** A route with its steps and its gas cost. */
export interface RouteView {
  route: RouteRow;
  steps: RouteStepRow[];
  gas: GasRow[];
}

/** The routes whose money a payout of this balance pays: those that ended between these times. */
export async function routesInto(
  sql: Sql,
  own: { merchant_id: string; environment: string },
  asset: { chain: ChainId; token: Token },
  after: Date | null,
  until: Date,
): Promise<RouteView[]> {
  return viewsOf(sql, await selectRoutesInto(sql, own, asset, after, until));
}

/** Routes of a merchant by their ids. */
export async function routesNamed(
  sql: Sql,
  own: { merchant_id: string; environment: string },
  routeIds: readonly string[],
): Promise<RouteView[]> {
  return routeIds.length === 0 ? [] : viewsOf(sql, await selectRoutes(sql, own, routeIds));
}

async function viewsOf(sql: Sql, routes: readonly RouteRow[]): Promise<RouteView[]> {
  const ids = routes.map(({ route_id }) => route_id);
  if (ids.length === 0) return [];
  const [steps, gas] = [await selectSteps(sql, ids), await selectGasOf(sql, ids)];
  return routes.map((route) => ({
    route,
    steps: steps.filter(({ route_id }) => route_id === route.route_id),
    gas: gas.filter(({ route_id }) => route_id === route.route_id),
  }));
}
