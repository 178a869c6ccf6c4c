import type { Context } from '../../app/context.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import { names } from './providers/limits.ts';
import type { ProviderName } from './providers/provider.ts';
import type { RouteStepRow } from './route.ts';
import { deleteStop, insertStop, type StopKind, selectStops } from './stop-store.ts';

export { selectStops } from './stop-store.ts';

/** Whether a name is a provider or a chain; null if neither. */
export function stoppable(name: string): StopKind | null {
  if (name in names) return 'provider';
  return chainIds.some((chain) => chain === name) ? 'chain' : null;
}

/** The operator's kill switch: no further step starts with this provider, or on this chain. */
export async function stopRoutes(ctx: Context, kind: StopKind, name: string): Promise<void> {
  await insertStop(ctx.db, { kind, name, stopped_at: ctx.clock.now() });
}

/** False if it was not stopped. */
export async function resumeRoutes(ctx: Context, kind: StopKind, name: string): Promise<boolean> {
  const isResumed = await deleteStop(ctx.db, kind, name);
  if (isResumed) ctx.wake.at('follow-routes', ctx.clock.now());
  return isResumed;
}

/** Why a leg must not start now; null if it may. */
export async function stopOf(
  ctx: Context,
  { provider, chain, to_chain }: Pick<RouteStepRow, 'chain' | 'to_chain'> & { provider: ProviderName },
): Promise<string | null> {
  const stops = await selectStops(ctx.db);
  const hit = stops.find(({ kind, name }) =>
    kind === 'provider' ? name === provider : name === chain || name === to_chain,
  );
  return hit ? `The operator has stopped routes ${hit.kind === 'provider' ? 'by' : 'on'} ${hit.name}.` : null;
}
