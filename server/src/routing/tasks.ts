import type { Context } from '../context.ts';
import { minuteMs } from '../durations.ts';
import type { Task } from '../jobs/task.ts';
import { advanceRoute } from './advancing.ts';
import type { Attestations } from './cctp/attestations.ts';
import { circleAttestations, type Engine, type Providers, withEngine } from './providers.ts';
import type { RouteRow } from './route.ts';
import { claimRoutes, nextRoute } from './store.ts';

const batchSize = 20;
/** If a worker is killed, its routes are due again after this. */
const leaseMs = minuteMs;

/** Goes on with the routes that are due. Routes that were made go on also while ROUTING is off. */
export function createRouteTask(providers?: Providers): Task {
  let attestations: Attestations | undefined;
  return {
    name: 'follow-routes',
    async run(ctx) {
      const now = ctx.clock.now();
      const due = await claimRoutes(ctx.db, now, new Date(now.getTime() + leaseMs), batchSize);
      attestations ??= circleAttestations(ctx);
      if (due.length > 0)
        await withEngine(ctx, (engine) => advanceEach(engine, due), { providers, attestations });
      return due.length;
    },
    nextDueAt: (ctx: Context) => nextRoute(ctx.db),
  };
}

/** One route whose chain does not answer must not hold up the others. */
async function advanceEach(engine: Engine, routes: readonly RouteRow[]): Promise<void> {
  for (const route of routes)
    await advanceRoute(engine, route).catch((error: unknown) =>
      engine.ctx.log.error(
        { err: error, routeId: route.route_id },
        'could not go on with a route, will retry',
      ),
    );
}
