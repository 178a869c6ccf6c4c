import type { Context } from '../../app/context.ts';
import type { ApprovalAction } from '../../lib/caller.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import {
  type ApprovalRequest,
  insertSmall,
  lockRules,
  type RuledAction,
  type Rules,
  selectRules,
  selectSumOfDay,
} from './approval-store.ts';

/** The merchant that wants something done, and what a second member has approved already. */
export interface Approvable {
  merchant_id: string;
  environment: Environment;
  approved?: ApprovalAction;
}

/** Ends an operation that a second member has to approve. `doOrAsk` stores the request; others are refused. */
export class ApprovalNeeded extends ApiError {
  readonly request: ApprovalRequest;

  constructor(request: ApprovalRequest) {
    super('APPROVAL_REQUIRED', { details: { action: request.action } });
    this.request = request;
  }
}

/**
 * Every operation calls it that a merchant can have approved: the only place that decides whether to ask. Amounts of 24
 * hours count together, so that parts of an amount are no way around. Without params it cannot be asked for.
 */
export async function requireApproval(
  ctx: Context,
  tx: Sql,
  caller: Approvable,
  asked: Omit<ApprovalRequest, 'params'> & { params: ApprovalRequest['params'] | null },
): Promise<void> {
  if (caller.environment === 'test' || caller.approved === asked.action) return;
  const above = limitOf(await lockRules(tx, caller.merchant_id), asked.action);
  if (above === null) return;
  const { action, params, worthMinor } = asked;
  if (params === null)
    throw new ApiError('APPROVAL_REQUIRED', {
      message:
        'While a second member approves addresses, no links can be made that name any address. Enter the address in the dashboard.',
      details: { action },
    });
  const since = new Date(ctx.clock.nowMs() - dayMs);
  const before = await selectSumOfDay(tx, caller.merchant_id, action, since);
  if (worthMinor === null || before + worthMinor > above)
    throw new ApprovalNeeded({ action, params, worthMinor });
  await insertSmall(ctx, tx, caller.merchant_id, { action, params, worthMinor });
}

/** Whether there is a rule about it at all, whatever its amount. */
export async function hasRule(
  sql: Sql,
  { merchant_id, environment }: Approvable,
  action: RuledAction,
): Promise<boolean> {
  return environment === 'live' && (await selectRules(sql, merchant_id)).has(action);
}

/** Above how many cents a second member is asked; null for never. Rules, and who may approve, are guarded as soon as there is one. */
function limitOf(rules: Rules, action: ApprovalAction): bigint | null {
  if (action === 'rules' || action === 'members') return rules.size > 0 ? 0n : null;
  return rules.get(action) ?? null;
}
