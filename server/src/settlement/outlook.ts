import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import { listBalances } from './balances.ts';
import type { PayoutProblem } from './payable.ts';
import { problemWords } from './payouts.ts';
import { planPayout } from './prospects.ts';
import { type Balance, toBalance } from './schema.ts';
import { settlementOf } from './settings.ts';

/** A balance, and what keeps it from being paid out now. */
interface BalanceOutlook extends Balance {
  /** Null when it can be paid out. */
  reason: PayoutProblem | null;
  explanation: string | null;
}

export async function balanceOutlook(ctx: Context, caller: Caller): Promise<BalanceOutlook[]> {
  const settlement = await settlementOf(ctx, ctx.db, caller);
  const asked = { initiator: 'manual', wanted: null } as const;
  const found: BalanceOutlook[] = [];
  for (const balance of await listBalances(ctx, caller)) {
    // Refunds that are being sent are off already, and planning takes them off again.
    const plan = await planPayout(
      ctx,
      ctx.db,
      settlement,
      balance,
      balance.available + balance.refunding,
      asked,
    );
    const reason = 'problem' in plan ? plan.problem : null;
    found.push({ ...toBalance(balance), reason, explanation: reason && problemWords[reason] });
  }
  return found;
}
