import type { Context } from '../context.ts';
import type { Environment } from '../environment.ts';
import type { Engine } from './providers.ts';
import { simulatedEngine } from './simulated/engine.ts';

let live: Promise<typeof import('./providers.ts')> | null = null;

/** Runs work with what routes of an environment need. Null in live mode without a wallet. */
export async function withEngineOf<T>(
  ctx: Context,
  environment: Environment,
  work: (engine: Engine) => Promise<T>,
): Promise<T | null> {
  if (environment === 'test') return work(simulatedEngine(ctx));
  // Loaded on demand, like everything that needs viem, and once: a loader may take its time each time it is asked.
  live ??= import('./providers.ts');
  const { withEngine } = await live;
  return withEngine(ctx, work);
}
