import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { isAllowed } from '../../lib/roles.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql, TransactionSql } from '../../platform/db/client.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { selectMember } from '../members/member-store.ts';
import { rulesFromParams } from './approval-schema.ts';
import {
  type ApprovalRow,
  deleteSmall,
  endApproval,
  lockExpired,
  selectNextExpiry,
} from './approval-store.ts';
import { changeRules } from './rules.ts';

const batchSize = 1000;

/** Ends approvals that nobody decided about: rules are loosened as asked, others are not done. */
const expireApprovals: Task = {
  name: 'expire-approvals',
  async run(ctx) {
    const small = await deleteSmall(ctx.db, new Date(ctx.clock.nowMs() - dayMs), batchSize);
    return small + (await ctx.db.begin((tx) => expireOne(ctx, tx)));
  },
  nextDueAt: (ctx) => selectNextExpiry(ctx.db),
  everyMs: 60_000,
};

async function expireOne(ctx: Context, tx: TransactionSql): Promise<number> {
  const now = ctx.clock.now();
  const row = await lockExpired(tx, now);
  if (!row) return 0;
  const isDone = row.action === 'rules' && (await isLoosened(ctx, tx, row));
  if (!isDone) await endApproval(tx, row, { state: 'expired', by: null, at: now, reason: null });
  const actor = {
    merchantId: row.merchant_id,
    memberId: row.asked_by_id,
    memberEmail: row.asked_by,
    environment: 'live' as const,
    requestId: null,
    ip: 'after 24 hours',
  };
  const details = { action: row.action, ...row.params };
  const action = isDone ? 'changeApprovalRules' : 'expireApproval';
  await recordAudit(ctx, tx, actor, { action, resourceId: row.approval_id, details });
  return 1;
}

/** Loosens the rules as asked. False if they cannot be changed so now, which must not hold up the approvals after this one. */
async function isLoosened(ctx: Context, tx: TransactionSql, row: ApprovalRow): Promise<boolean> {
  if (!(await mayStillChangeRules(tx, row))) return false;
  const owner = { merchant_id: row.merchant_id, environment: 'live' as const, approved: row.action };
  try {
    await tx.savepoint(async (inner) => {
      await endApproval(inner, row, { state: 'approved', by: null, at: ctx.clock.now(), reason: null });
      await changeRules(ctx, inner, owner, rulesFromParams(row.params));
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ctx.log.warn({ err: error, approval_id: row.approval_id }, 'rules could not be loosened as asked');
    return false;
  }
}

async function mayStillChangeRules(tx: Sql, row: ApprovalRow): Promise<boolean> {
  const member = await selectMember(tx, { member_id: row.asked_by_id, merchant_id: row.merchant_id });
  return member !== undefined && isAllowed(member.role, 'settings.write');
}

export const approvalTasks: Task[] = [expireApprovals];
