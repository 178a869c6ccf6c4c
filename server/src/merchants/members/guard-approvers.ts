import type { Context } from '../../app/context.ts';
import { isAllowed, type Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectRules } from '../approvals/approval-store.ts';
import { type Approvable, requireApproval } from '../approvals/require-approval.ts';

/** Whose member becomes what. Null: nobody, before an invitation and after a removal. */
export interface RoleChange {
  merchant_id: string;
  from: Role | null;
  to: Role | null;
}

const isApproving = (role: Role | null) => role !== null && isAllowed(role, 'approvals.write');

/**
 * While approvals are on, whoever may approve from now on needs an approval, or a day in which nobody declines: one person with
 * two mailboxes could otherwise approve alone.
 */
export async function requireApprovalOfApprover(
  ctx: Context,
  tx: Sql,
  { merchant_id, approved }: Omit<Approvable, 'environment'>,
  { from, to }: Omit<RoleChange, 'merchant_id'>,
  params: Record<string, unknown>,
): Promise<void> {
  if (!isApproving(to) || isApproving(from)) return;
  const own = { merchant_id, environment: 'live' as const, ...(approved ? { approved } : {}) };
  await requireApproval(ctx, tx, own, { action: 'members', params, worthMinor: null });
}

/** Whether the change takes away, while approvals are on, who may approve. */
export async function losesApprover(sql: Sql, { merchant_id, from, to }: RoleChange): Promise<boolean> {
  return isApproving(from) && !isApproving(to) && (await areApprovalsOn(sql, merchant_id));
}

/** Whether all who may approve are told about it. */
export async function concernsApprovers(sql: Sql, { merchant_id, from, to }: RoleChange): Promise<boolean> {
  return isApproving(from) !== isApproving(to) && (await areApprovalsOn(sql, merchant_id));
}

async function areApprovalsOn(sql: Sql, merchantId: string): Promise<boolean> {
  return (await selectRules(sql, merchantId)).size > 0;
}
