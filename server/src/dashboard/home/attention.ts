import type { Caller } from '../../lib/caller.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Session } from '../../merchants/sign-in/sessions.ts';
import type { DashboardContext } from '../context.ts';
import type { ChainState } from '../developers/chain-schema.ts';
import { chainHealth } from '../developers/chains.ts';
import { type Attention, mostCounted } from './attention-schema.ts';
import { countAttention } from './attention-store.ts';

const failedPayoutsForMs = 30 * dayMs;
const soundStates: readonly ChainState[] = ['working', 'idle'];

export async function readAttention(
  ctx: DashboardContext,
  session: Session,
  caller: Caller,
): Promise<Attention> {
  const since = ctx.clock.nowMs() - failedPayoutsForMs;
  const [counts, health] = await Promise.all([
    countAttention(ctx.db, caller, since, mostCounted),
    caller.environment === 'live' ? chainHealth(ctx, session) : null,
  ]);
  const troubled =
    health?.chains.filter(({ state, payouts_stopped }) => payouts_stopped || !soundStates.includes(state)) ??
    [];
  return {
    chains: troubled.map(({ chain, state, payouts_stopped }) => ({ chain, state, payouts_stopped })),
    ...counts,
  };
}
