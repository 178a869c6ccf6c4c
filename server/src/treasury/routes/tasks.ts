import type { Context } from '../../app/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { advanceRoute } from './advance-route.ts';
import type { Attestations } from './cctp/attestations.ts';
import { advanceEach, takeDueRoutes } from './due-routes.ts';
import { circleAttestations, type Providers, withEngine } from './providers/providers.ts';
import { nextRoute } from './store.ts';

/** Advances due routes. Existing routes continue while ROUTING is off. */
export function createRouteTask(providers?: Providers): Task {
  let attestations: Attestations | undefined;
  return {
    name: 'follow-routes',
    async run(ctx) {
      const due = await takeDueRoutes(ctx, 'live');
      attestations ??= circleAttestations(ctx);
      if (due.length > 0)
        await withEngine(ctx, (engine) => advanceEach(engine, due, advanceRoute), {
          providers,
          attestations,
        });
      return due.length;
    },
    nextDueAt: (ctx: Context) => nextRoute(ctx.db, 'live'),
  };
}
