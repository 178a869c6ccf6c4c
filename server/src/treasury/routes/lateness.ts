import { hourMs } from '../../lib/durations.ts';
import { names } from './providers/limits.ts';
import { updateLate } from './store.ts';
import type { Work } from './work.ts';

export { countLateRoutes } from './store.ts';

/** How much longer than it said a bridge may take before a person has to look. */
const patienceMs = 2 * hourMs;

/** An alarm for a bridge that takes too long. The route waits on: its money was given away, and is never sent again. */
export async function noteLate({ engine, route, step }: Work): Promise<void> {
  const { ctx } = engine;
  const now = ctx.clock.now();
  const { called_at: since, provider, call_hash: txHash } = step;
  if (since === null || now.getTime() - since.getTime() < step.quote.expectedSeconds * 1000 + patienceMs)
    return;
  if (await updateLate(ctx.db, route.route_id, now))
    ctx.log.error(
      { routeId: route.route_id, txHash, since },
      `a bridge is late: look for the transaction in ${names[provider]}'s status pages; the route waits on`,
    );
}
