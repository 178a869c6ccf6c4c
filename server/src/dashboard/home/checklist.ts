import type { MemberId } from '../../merchants/members/members.ts';
import type { DashboardContext } from '../context.ts';
import type { Checklist } from './stats-schema.ts';
import { selectHidesChecklist, selectSteps } from './stats-store.ts';

/** The first steps, for Home. */
export async function readChecklist(ctx: DashboardContext, member: MemberId): Promise<Checklist> {
  const [steps, hidden] = await Promise.all([
    selectSteps(ctx.db, member.merchant_id),
    selectHidesChecklist(ctx.db, member),
  ]);
  if (!steps) throw new Error(`merchant ${member.merchant_id} does not exist`);
  return { ...steps, live_chains: liveChainsOf(ctx), hidden };
}

function liveChainsOf({ config, liveChains }: DashboardContext): Checklist['live_chains'] {
  if (Object.keys(config.chains).length === 0) return 'none';
  if (!liveChains.wallet()) return 'no_wallet';
  return liveChains.payable('live').length > 0 ? 'working' : 'not_working';
}
