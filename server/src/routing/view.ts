import type { ChainId, Token } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { selectSteps } from './store.ts';
import { type GasRow, selectGasOf, selectRoutesInto, selectRoutesOfPayment } from './view-store.ts';

/** A route with its steps and what its transactions cost the operator. */
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
  const routes = await selectRoutesInto(sql, own, asset, after, until);
  const ids = routes.map(({ route_id }) => route_id);
  if (ids.length === 0) return [];
  const [steps, gas] = [await selectSteps(sql, ids), await selectGasOf(sql, ids)];
  return routes.map((route) => ({
    route,
    steps: steps.filter(({ route_id }) => route_id === route.route_id),
    gas: gas.filter(({ route_id }) => route_id === route.route_id),
  }));
}

/** The routes that a payment's money was in, oldest first. */
export function routesOfPayment(sql: Sql, paymentId: string): Promise<RouteRow[]> {
  return selectRoutesOfPayment(sql, paymentId);
}
