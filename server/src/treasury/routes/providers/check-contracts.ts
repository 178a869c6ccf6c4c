import type { Context } from '../../../app/context.ts';
import type { Finding } from '../../../chains/setup/checks.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import { hourMs, minuteMs } from '../../../lib/durations.ts';
import type { ProviderName, RouteProvider } from './provider.ts';

/** A contract is looked at again after this time, and sooner if it was not right: Circle may pause for a while. */
const rightForMs = hourMs;
const wrongForMs = minuteMs;

interface Looked {
  untilMs: number;
  problem: string | null;
}

/** What this process found, so that not every quote looks again. */
const looked = new WeakMap<Context, Map<string, Looked>>();

/** Whether a provider may start a step. LI.FI must be enabled by the operator. */
export function isOn({ config }: Context, provider: ProviderName): boolean {
  return provider !== 'lifi' || config.routing.lifi;
}

/** Why a provider must not be used on a chain; null if what it calls there is right. Throws while the node is away. */
export async function problemWith(
  ctx: Context,
  provider: RouteProvider,
  chain: ChainId,
): Promise<string | null> {
  const known = looked.get(ctx) ?? new Map<string, Looked>();
  looked.set(ctx, known);
  const key = `${provider.name} ${chain}`;
  const last = known.get(key);
  if (last && last.untilMs > ctx.clock.nowMs()) return last.problem;
  const wrong = (await provider.check(chain)).find(({ todo }) => todo !== null);
  const problem = wrong?.found ?? null;
  const untilMs = ctx.clock.nowMs() + (problem === null ? rightForMs : wrongForMs);
  known.set(key, { untilMs, problem });
  if (problem !== null)
    ctx.log.warn({ provider: provider.name, chain, problem }, 'routes do not use a provider');
  return problem;
}

/** Everything that routes call on a chain, for `causeway chains check`. Never rejects. */
export async function checkRoutes(
  ctx: Context,
  providers: readonly RouteProvider[],
  chain: ChainId,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const provider of providers.filter(({ name }) => isOn(ctx, name)))
    try {
      found.push(...(await provider.check(chain)));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      found.push({ what: `routes by ${provider.name}`, found: why, todo: 'Run the command again.' });
    }
  return found;
}
