import type { Context } from '../../app/context.ts';
import type { Environment } from '../../lib/environment.ts';
import { loadOnce } from '../../lib/load-once.ts';
import type { Engine } from './providers/providers.ts';
import { simulatedEngine } from './simulated/engine.ts';

/** Loaded on demand, like everything that needs viem. */
const loadProviders = loadOnce(() => import('./providers/providers.ts'));

/** Runs `work` with the engine of an environment. Null in live mode without a wallet. */
export async function withEngineOf<T>(
  ctx: Context,
  environment: Environment,
  work: (engine: Engine) => Promise<T>,
): Promise<T | null> {
  if (environment === 'test') return work(simulatedEngine(ctx));
  const { withEngine } = await loadProviders();
  return withEngine(ctx, work);
}
