import { hourMs } from '../../lib/durations.ts';
import { names } from './providers/limits.ts';
import type { Work } from './step-work.ts';
import { updateLate } from './store.ts';

export { countLateRoutes } from './store.ts';

/** How far a bridge may exceed its expected time before the operator is alarmed. */
const patienceMs = 2 * hourMs;

/** Raises an alarm for a late bridge. The route keeps waiting: its money has been sent and is never sent again. */
export async function alarmIfLate({ engine, route, step }: Work): Promise<void> {
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
