import type { Context } from '../../app/context.ts';
import type { ApprovalAction, SessionCaller } from '../../lib/caller.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { isAllowed, type Permission, rolesWith } from '../../lib/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql, TransactionSql } from '../../platform/db/client.ts';
import { type Approver, selectApprovers, selectMember } from '../members/member-store.ts';
import {
  type ApprovalRequest,
  type ApprovalRow,
  countPending,
  endApproval,
  insertApproval,
  lockApproval,
} from './approval-store.ts';
import { ApprovalNeeded } from './require-approval.ts';
import { tellApprovers } from './tell-approvers.ts';

export { selectApprovals } from './approval-store.ts';

/** Of a merchant. People can look at no more, and must see all of them. */
const maxPending = 50;
const decidedWithinMs = 7 * dayMs;
/** After this, if nobody who may approve objects: one person alone could otherwise never loosen rules, nor bring in another approver. */
const silentForMs = dayMs;
/** Whoever brings in a helper today does not approve with them today: owners are mailed about new members. */
const approverAgeMs = dayMs;

/** Which permission asks for it. */
const permissionFor: Record<ApprovalAction, Permission> = {
  wallet: 'payouts.write',
  address: 'refunds.write',
  payout: 'payouts.write',
  key: 'settings.write',
  rules: 'settings.write',
  members: 'members.write',
};
/** Done after a day in which nobody declined. */
const bySilence: readonly ApprovalAction[] = ['rules', 'members'];

export type Approval = ApprovalRow;

export interface Asked {
  asked: ApprovalRow;
}

/** Does the work, or stores the request of `requireApproval`. Whatever the work had begun is undone then. */
export async function doOrAsk<T>(
  ctx: Context,
  tx: TransactionSql,
  actor: Actor,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<{ done: T } | Asked> {
  try {
    return { done: await tx.savepoint(work) };
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    return { asked: await ask(ctx, tx, actor, error.request) };
  }
}

async function ask(ctx: Context, tx: Sql, actor: Actor, request: ApprovalRequest): Promise<ApprovalRow> {
  const { merchantId, memberId, memberEmail } = actor;
  if (memberId === null || memberEmail === null) throw new ApprovalNeeded(request);
  const { action, params, worthMinor } = request;
  const now = ctx.clock.now();
  const lifeMs = isDoneBySilence(action) ? silentForMs : decidedWithinMs;
  const { row, isNew } = await insertApproval(tx, {
    approval_id: ctx.ids.next('apr', now),
    merchant_id: merchantId,
    action,
    params,
    worth_minor: worthMinor,
    asked_by_id: memberId,
    asked_by: memberEmail,
    asked_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  });
  if (!isNew) return row;
  if ((await countPending(tx, merchantId)) > maxPending) throw tooMany();
  await recordAudit(ctx, tx, actor, {
    action: 'askForApproval',
    resourceId: row.approval_id,
    details: { action, ...params },
  });
  await tellApprovers(ctx, tx, row);
  return row;
}

function tooMany(): ApiError {
  return new ApiError('INVALID_PARAMETER', {
    message: `${maxPending} requests wait for a second member already. Have them approved, or withdraw some first.`,
    details: { max_pending: maxPending },
  });
}

export function isDoneBySilence(action: ApprovalAction): boolean {
  return bySilence.includes(action);
}

export function approversOf(sql: Sql, merchantId: string): Promise<Approver[]> {
  return selectApprovers(sql, merchantId, rolesWith('approvals.write'));
}

/**
 * Does what was asked for, in the transaction that ends the approval: if it cannot be done now, it stays pending. The
 * caller has confirmed it. Refuses whoever asked, and members of less than a day.
 */
export async function approve(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  caller: SessionCaller,
  approvalId: string,
  { run }: { run: (row: ApprovalRow, caller: SessionCaller, author: string) => Promise<void> },
): Promise<ApprovalRow> {
  const row = await holdPending(ctx, tx, actor, approvalId);
  await assertMayApprove(ctx, tx, actor, row);
  await assertStillAllowed(tx, row);
  const by = actor.memberEmail ?? '';
  const author = `${row.asked_by}, approved by ${by}`;
  // Before the work: new rules end the other requests for rules.
  const ended = await end(ctx, tx, actor, row, { state: 'approved', by, reason: null });
  await run(row, { ...caller, environment: 'live', approved: row.action, confirmed_by: author }, author);
  return ended;
}

/** By whoever may approve, and by whoever asked. */
export async function decline(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  approvalId: string,
  reason: string,
): Promise<ApprovalRow> {
  const row = await holdPending(ctx, tx, actor, approvalId);
  return end(ctx, tx, actor, row, { state: 'declined', by: actor.memberEmail, reason });
}

async function end(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  row: ApprovalRow,
  decision: { state: 'approved' | 'declined'; by: string | null; reason: string | null },
): Promise<ApprovalRow> {
  const ended = await endApproval(tx, row, { ...decision, at: ctx.clock.now() });
  if (!ended) throw new ApiError('APPROVAL_NOT_PENDING');
  await recordAudit(ctx, tx, actor, {
    action: decision.state === 'approved' ? 'approve' : 'declineApproval',
    resourceId: row.approval_id,
    details: {
      action: row.action,
      ...row.params,
      asked_by: row.asked_by,
      ...(decision.reason ? { reason: decision.reason } : {}),
    },
  });
  return ended;
}

async function holdPending(ctx: Context, tx: Sql, actor: Actor, approvalId: string): Promise<ApprovalRow> {
  const row = await lockApproval(tx, actor.merchantId, approvalId);
  if (!row) throw new ApiError('APPROVAL_NOT_FOUND');
  if (row.state !== 'pending' || row.expires_at <= ctx.clock.now())
    throw new ApiError('APPROVAL_NOT_PENDING', { details: { state: row.state } });
  return row;
}

async function assertMayApprove(ctx: Context, tx: Sql, actor: Actor, row: ApprovalRow): Promise<void> {
  if (actor.memberId === row.asked_by_id) throw new ApiError('APPROVAL_OF_ANOTHER');
  const own = (await approversOf(tx, actor.merchantId)).find(({ member_id }) => member_id === actor.memberId);
  if (!own) throw new ApiError('UNAUTHORIZED');
  const from = own.since.getTime() + approverAgeMs;
  if (ctx.clock.nowMs() < from)
    throw new ApiError('FORBIDDEN', {
      message: `You may approve a day after you got your role, from ${new Date(from).toISOString()}. Until then another member can.`,
      details: { from: new Date(from).toISOString() },
    });
}

/** Who was removed or lost the role after asking gets nothing done. */
export async function isStillAllowed(tx: Sql, row: ApprovalRow): Promise<boolean> {
  const member = await selectMember(tx, { member_id: row.asked_by_id, merchant_id: row.merchant_id });
  return member !== undefined && isAllowed(member.role, permissionFor[row.action]);
}

async function assertStillAllowed(tx: Sql, row: ApprovalRow): Promise<void> {
  if (await isStillAllowed(tx, row)) return;
  throw new ApiError('FORBIDDEN', {
    message: `${row.asked_by} is no longer allowed to do this. Decline it.`,
    details: { permission: permissionFor[row.action] },
  });
}
