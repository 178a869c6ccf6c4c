import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains } from '../../lib/chains/registry.ts';
import { routeOutlook } from '../routes/refusals.ts';
import { listBalances } from './balances.ts';
import type { Asset, Initiator } from './payout.ts';
import { problemWords } from './payouts.ts';
import { type Plan, planPayout } from './plan-payout.ts';
import { type BalanceOutlook, toBalance, toPayable } from './schema.ts';
import { conversionOf, isConversionOff, isConversionPaused } from './settings/convert-balance.ts';
import { settlementOf } from './settings/settings.ts';
import { type SettlementRow, targetOf } from './settings/settings-store.ts';
import { activeWallet } from './settings/wallets.ts';

export async function balanceOutlook(ctx: Context, caller: Caller): Promise<BalanceOutlook[]> {
  const settlement = await settlementOf(ctx, ctx.db, caller);
  const target = targetOf(settlement);
  const routing = target ? await routeOutlook(ctx.db, caller) : [];
  const targetWallet =
    target && ((await activeWallet(ctx, ctx.db, settlement, chains[target.chain].family))?.address ?? null);
  const found: BalanceOutlook[] = [];
  for (const balance of await listBalances(ctx, caller)) {
    const plan = await planOf(ctx, settlement, balance, 'manual');
    const reason = 'problem' in plan ? plan.problem : null;
    const route = routing.find(({ chain, token }) => chain === balance.chain && token === balance.token);
    const explanation = reason && problemWords[reason];
    // The schedule pays nothing that could not be paid by hand.
    const scheduled = 'problem' in plan ? plan : await planOf(ctx, settlement, balance, 'schedule');
    const payable =
      'problem' in plan
        ? null
        : toPayable(balance, plan, {
            into: into(ctx, settlement, balance, targetWallet),
            scheduledTo:
              'problem' in scheduled ? null : goesTo(ctx, settlement, balance, scheduled, targetWallet),
          });
    found.push({ ...toBalance(balance), reason, explanation, payable, routing: route?.text ?? null });
  }
  return found;
}

function planOf(
  ctx: Context,
  settlement: SettlementRow,
  balance: Asset & { booked: bigint },
  initiator: Initiator,
) {
  return planPayout(ctx, ctx.db, settlement, balance, balance.booked, { initiator, wanted: null });
}

/** What paying out everything exchanges a balance into, and the wallet which that is paid to. */
function into(
  ctx: Context,
  settlement: SettlementRow,
  asset: Asset,
  address: string | null,
): (Asset & { address: string | null }) | null {
  const target = conversionOf(settlement, asset);
  const isPaidAsReceived = isConversionOff(ctx, settlement) && settlement.unroutable === 'as_received';
  return target && !isPaidAsReceived ? { ...target, address } : null;
}

/** Where the schedule would pay a balance to; null if it would wait. */
function goesTo(
  ctx: Context,
  settlement: SettlementRow,
  asset: Asset,
  plan: Plan,
  targetWallet: string | null,
): string | null {
  if (!conversionOf(settlement, asset)) return plan.address;
  if (!isConversionOff(ctx, settlement) && !isConversionPaused(ctx, plan)) return targetWallet;
  return settlement.unroutable === 'as_received' ? plan.address : null;
}
