import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { routeOutlook } from '../routes/refusals.ts';
import { listBalances } from './balances.ts';
import { problemWords } from './payouts.ts';
import { planPayout } from './plan-payout.ts';
import { type BalanceOutlook, toBalance, toPayable } from './schema.ts';
import { settlementOf } from './settings/settings.ts';
import { targetOf } from './settings/settings-store.ts';

export async function balanceOutlook(ctx: Context, caller: Caller): Promise<BalanceOutlook[]> {
  const settlement = await settlementOf(ctx, ctx.db, caller);
  const asked = { initiator: 'manual', wanted: null } as const;
  const routing = targetOf(settlement) ? await routeOutlook(ctx.db, caller) : [];
  const found: BalanceOutlook[] = [];
  for (const balance of await listBalances(ctx, caller)) {
    const plan = await planPayout(ctx, ctx.db, settlement, balance, balance.booked, asked);
    const reason = 'problem' in plan ? plan.problem : null;
    const route = routing.find(({ chain, token }) => chain === balance.chain && token === balance.token);
    const explanation = reason && problemWords[reason];
    const payable = 'problem' in plan ? null : toPayable(balance, plan);
    found.push({ ...toBalance(balance), reason, explanation, payable, routing: route?.text ?? null });
  }
  return found;
}
