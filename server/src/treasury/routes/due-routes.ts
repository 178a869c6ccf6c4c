import type { Context } from '../../app/context.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Engine } from './providers/providers.ts';
import type { RouteRow } from './route.ts';
import { claimRoutes } from './store.ts';

const batchSize = 20;
/** Lease: if a worker is killed, its routes are due again after this. */
const leaseMs = minuteMs;

/** Claims due routes for this worker. */
export function takeDueRoutes(ctx: Context, environment: Environment): Promise<RouteRow[]> {
  const now = ctx.clock.now();
  return claimRoutes(ctx.db, environment, now, new Date(now.getTime() + leaseMs), batchSize);
}

/** Advances each route. One that fails, for example because its chain does not answer, must not block the others. */
export async function advanceEach(
  engine: Engine,
  routes: readonly RouteRow[],
  advance: (engine: Engine, route: RouteRow) => Promise<void>,
): Promise<void> {
  for (const route of routes)
    await advance(engine, route).catch((error: unknown) =>
      engine.ctx.log.error(
        { err: error, routeId: route.route_id },
        'could not go on with a route, will retry',
      ),
    );
}
