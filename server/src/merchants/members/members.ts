import type { Context } from '../../app/context.ts';
import type { ApprovalAction } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Role } from '../../lib/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { assertNotRestored, keepFormerMember } from './former-members.ts';
import { losesApprover, requireApprovalOfApprover } from './guard-approvers.ts';
import {
  deleteInvitation,
  type InvitationRow,
  selectInvitedRole,
  updateInvitedRole,
} from './invitation-store.ts';
import {
  deleteMember,
  lockOwners,
  type MemberKey,
  type MemberRow,
  selectMember,
  selectMerchantOf,
  updateRole,
} from './member-store.ts';
import { tellOfMember } from './tell-of-member.ts';
import type { PersonalLink } from './tell-owners.ts';

export { selectMember, selectMembers } from './member-store.ts';

/** Who changes members, and what a second member has approved. */
export type MayBeApproved = Actor & { approved?: ApprovalAction };

/**
 * Changes the role of a member or of a pending invitation. The caller has confirmed it. Owners are mailed. A new approver may
 * need an approval: `approved` says what a second member has approved.
 */
export async function changeRole(
  ctx: Context,
  tx: Sql,
  { approved, ...actor }: MayBeApproved,
  memberId: string,
  role: Role,
): Promise<{ member: MemberRow } | { invitation: InvitationRow }> {
  const key = keyOf(actor, memberId);
  const owners = await lockOwners(tx, key.merchant_id);
  const member = await selectMember(tx, key);
  const from = member?.role ?? (await selectInvitedRole(tx, key)) ?? null;
  const own = { merchant_id: key.merchant_id, ...(approved ? { approved } : {}) };
  await requireApprovalOfApprover(ctx, tx, own, { from, to: role }, { member_id: memberId, role });
  const details = { role, ...(member ? { from: member.role } : {}) };
  await recordAudit(ctx, tx, actor, { action: 'changeMemberRole', resourceId: memberId, details });
  if (member) {
    const undo = await undoOf(ctx, tx, owners, member, role);
    await updateRole(tx, key, role, ctx.clock.now());
    await tellOfMember(ctx, tx, actor, 'member_role', { ...member, role }, from, undo);
    return { member: { ...member, role } };
  }
  const invitation = await updateInvitedRole(tx, key, role);
  if (!invitation) throw new ApiError('MEMBER_NOT_FOUND');
  await tellOfMember(ctx, tx, actor, 'member_role', invitation, from);
  return { invitation };
}

/** Deletes the member with all sessions, or the pending invitation. The caller has confirmed it. Owners are mailed. */
export async function removeMember(ctx: Context, tx: Sql, actor: Actor, memberId: string): Promise<void> {
  const key = keyOf(actor, memberId);
  const owners = await lockOwners(tx, key.merchant_id);
  const member = await selectMember(tx, key);
  const removed = member ?? (await deleteInvitation(tx, key));
  if (!removed) throw new ApiError('MEMBER_NOT_FOUND');
  const undo = member && (await undoOf(ctx, tx, owners, member, null));
  if (member) await deleteMember(tx, key);
  const details = { email: removed.email, role: removed.role };
  await recordAudit(ctx, tx, actor, { action: 'removeMember', resourceId: memberId, details });
  await tellOfMember(ctx, tx, actor, 'member_removed', removed, removed.role, undo);
}

/**
 * What an owner gets to undo the loss of the role, and an approver while approvals are on; undefined for others, and for whoever
 * has a link to be an owner again.
 */
async function undoOf(
  ctx: Context,
  tx: Sql,
  owners: string[],
  member: MemberRow,
  to: Role | null,
): Promise<PersonalLink | undefined> {
  const { merchant_id, role: from } = member;
  const losesOwner = owners.includes(member.member_id) && to !== 'owner';
  if (!losesOwner && !(await losesApprover(tx, { merchant_id, from, to }))) return undefined;
  if (losesOwner) assertAnotherOwner(owners, member.member_id);
  assertNotRestored(ctx, member);
  return keepFormerMember(ctx, tx, member);
}

function assertAnotherOwner(owners: string[], memberId: string): void {
  if (owners.length === 1 && owners[0] === memberId) throw new ApiError('LAST_OWNER');
}

function keyOf(actor: Actor, memberId: string): MemberKey {
  if (!isId('mem', memberId)) throw new ApiError('MEMBER_NOT_FOUND');
  return { member_id: memberId, merchant_id: actor.merchantId };
}

export type Member = MemberRow;
export type MemberId = MemberKey;

export function merchantOfMember(sql: Sql, key: MemberId): ReturnType<typeof selectMerchantOf> {
  return selectMerchantOf(sql, key.merchant_id);
}
