import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RouteRow } from '../routes/route.ts';
import { hasOpenRoute } from '../routes/route-balance.ts';
import type { Asset } from './payout.ts';
import { makePayout } from './payouts.ts';
import { payoutsMade } from './settings/make-due-payouts.ts';
import { settlementOf } from './settings/settings.ts';
import { targetOf } from './settings/settings-store.ts';

/**
 * Route follower: once no route into a balance is open, pays that balance out. Money of a failed route is paid as
 * received, if the merchant chose so.
 */
export async function payRouted(ctx: Context, tx: Sql, route: RouteRow, into: Asset): Promise<void> {
  const settlement = await settlementOf(ctx, tx, route);
  const target = targetOf(settlement);
  const isTarget = target?.chain === into.chain && target.token === into.token;
  const { environment, initiator } = route;
  if (settlement.schedule === 'manual' && initiator === 'schedule') return;
  if (!isTarget && settlement.unroutable === 'wait') return;
  if (isTarget && (await hasOpenRoute(tx, settlement, into))) return;
  const made = await makePayout(ctx, tx, settlement, into, { initiator, wanted: null });
  if (!('problem' in made)) payoutsMade(ctx, environment);
}
