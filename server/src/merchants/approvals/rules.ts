import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import { endPendingRules, lockRules, type Rules, replaceRules, ruledActions } from './approval-store.ts';

export { selectRules as rulesOf } from './approval-store.ts';

import { type RulesView, rulesFrom } from './approval-schema.ts';
import { approversOf } from './approvals.ts';
import { type Approvable, requireApproval } from './require-approval.ts';

/**
 * Stricter rules hold at once. Looser ones need a second member, or a day in which nobody declines, and also that no other
 * rules are made meanwhile: whoever is silent about rules has seen the ones that held.
 */
export async function changeRules(
  ctx: Context,
  tx: Sql,
  caller: Approvable,
  wanted: RulesView,
): Promise<Rules> {
  const rules = rulesFrom(wanted);
  // Before the rules are locked, as by approving: both take their locks in one order. Undone if a second member is asked.
  await endPendingRules(tx, caller.merchant_id, ctx.clock.now());
  const before = await lockRules(tx, caller.merchant_id);
  if (loosens(before, rules))
    await requireApproval(ctx, tx, caller, { action: 'rules', params: { ...wanted }, worthMinor: null });
  else await assertTwo(tx, caller.merchant_id, rules);
  await replaceRules(tx, caller.merchant_id, rules);
  return rules;
}

function loosens(before: Rules, after: Rules): boolean {
  return ruledActions.some((action) => {
    const [old, next] = [before.get(action), after.get(action)];
    return old !== undefined && (next === undefined || next > old);
  });
}

async function assertTwo(tx: Sql, merchantId: string, rules: Rules): Promise<void> {
  if (rules.size === 0 || (await approversOf(tx, merchantId)).length > 1) return;
  throw new ApiError('INVALID_PARAMETER', {
    message: 'Nobody else could approve. Invite a second owner, a finance member or an approver first.',
    details: { approvers: 1 },
  });
}
