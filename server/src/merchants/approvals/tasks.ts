import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { lockOwners } from '../members/member-store.ts';
import { rulesFromParams } from './approval-schema.ts';
import {
  type ApprovalRow,
  deleteSmall,
  endApproval,
  lockExpired,
  selectMerchantOfExpired,
  selectNextExpiry,
} from './approval-store.ts';
import { isDoneBySilence, isStillAllowed } from './approvals.ts';
import { changeApprovers } from './change-approvers.ts';
import { changeRules } from './rules.ts';

const batchSize = 1000;
/** Where an address is in the audit log. */
const afterSilence = 'after 24 hours';

/** Ends approvals that nobody decided about: rules are loosened and approvers added as asked, others are not done. */
const expireApprovals: Task = {
  name: 'expire-approvals',
  async run(ctx) {
    const small = await deleteSmall(ctx.db, new Date(ctx.clock.nowMs() - dayMs), batchSize);
    const ended = await ctx.db.begin((tx) => expireOne(ctx, tx));
    if (ended > 0) mailQueued(ctx);
    return small + ended;
  },
  nextDueAt: (ctx) => selectNextExpiry(ctx.db),
  everyMs: 60_000,
};

async function expireOne(ctx: Context, tx: TransactionSql): Promise<number> {
  const now = ctx.clock.now();
  const merchantId = await selectMerchantOfExpired(tx, now);
  if (merchantId === undefined) return 0;
  // Before the approval, as by members who confirm: both take their locks in one order.
  await lockOwners(tx, merchantId);
  const row = await lockExpired(tx, merchantId, now);
  if (!row) return 0;
  const isDone = isDoneBySilence(row.action) && (await isDoneNow(ctx, tx, row));
  if (!isDone) await endApproval(tx, row, { state: 'expired', by: null, at: now, reason: null });
  // New approvers have entries of their own.
  if (isDone && row.action === 'members') return 1;
  const actor = {
    merchantId: row.merchant_id,
    memberId: row.asked_by_id,
    memberEmail: row.asked_by,
    environment: 'live' as const,
    requestId: null,
    ip: afterSilence,
  };
  const details = { action: row.action, ...row.params };
  const action = isDone ? 'changeApprovalRules' : 'expireApproval';
  await recordAudit(ctx, tx, actor, { action, resourceId: row.approval_id, details });
  return 1;
}

/** Does as asked. False if it cannot be done now, which must not hold up the approvals after this one. */
async function isDoneNow(ctx: Context, tx: TransactionSql, row: ApprovalRow): Promise<boolean> {
  if (!(await isStillAllowed(tx, row))) return false;
  try {
    await tx.savepoint(async (inner) => {
      await endApproval(inner, row, { state: 'approved', by: null, at: ctx.clock.now(), reason: null });
      if (row.action === 'members') await changeApprovers(ctx, inner, row, afterSilence);
      else await loosenRules(ctx, inner, row);
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ctx.log.warn({ err: error, approval_id: row.approval_id }, 'an approval could not be done as asked');
    return false;
  }
}

async function loosenRules(ctx: Context, tx: TransactionSql, row: ApprovalRow): Promise<void> {
  const owner = { merchant_id: row.merchant_id, environment: 'live' as const, approved: row.action };
  await changeRules(ctx, tx, owner, rulesFromParams(row.params));
}

export const approvalTasks: Task[] = [expireApprovals];
