import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Role } from '../../lib/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { assertNotRestored, keepFormerOwner } from './former-owners.ts';
import { deleteInvitation, type InvitationRow, updateInvitedRole } from './invitation-store.ts';
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

/** Changes the role of a member or of a pending invitation. The caller has confirmed it. Owners are mailed. */
export async function changeRole(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  memberId: string,
  role: Role,
): Promise<{ member: MemberRow } | { invitation: InvitationRow }> {
  const key = keyOf(actor, memberId);
  const owners = await lockOwners(tx, key.merchant_id);
  const member = await selectMember(tx, key);
  const details = { role, ...(member ? { from: member.role } : {}) };
  await recordAudit(ctx, tx, actor, { action: 'changeMemberRole', resourceId: memberId, details });
  if (member) {
    const undo = role === 'owner' ? undefined : await endOwnership(ctx, tx, owners, member);
    await updateRole(tx, key, role, ctx.clock.now());
    await tellOfMember(ctx, tx, actor, 'member_role', { ...member, role }, undo);
    return { member: { ...member, role } };
  }
  const invitation = await updateInvitedRole(tx, key, role);
  if (!invitation) throw new ApiError('MEMBER_NOT_FOUND');
  await tellOfMember(ctx, tx, actor, 'member_role', invitation);
  return { invitation };
}

/** Deletes the member with all sessions, or the pending invitation. The caller has confirmed it. Owners are mailed. */
export async function removeMember(ctx: Context, tx: Sql, actor: Actor, memberId: string): Promise<void> {
  const key = keyOf(actor, memberId);
  const owners = await lockOwners(tx, key.merchant_id);
  const member = await selectMember(tx, key);
  const removed = member ?? (await deleteInvitation(tx, key));
  if (!removed) throw new ApiError('MEMBER_NOT_FOUND');
  const undo = member && (await endOwnership(ctx, tx, owners, member));
  if (member) await deleteMember(tx, key);
  const details = { email: removed.email, role: removed.role };
  await recordAudit(ctx, tx, actor, { action: 'removeMember', resourceId: memberId, details });
  await tellOfMember(ctx, tx, actor, 'member_removed', removed, undo);
}

/** What an owner gets to undo the loss of the role; undefined for others. */
async function endOwnership(
  ctx: Context,
  tx: Sql,
  owners: string[],
  member: MemberRow,
): Promise<PersonalLink | undefined> {
  if (!owners.includes(member.member_id)) return undefined;
  assertAnotherOwner(owners, member.member_id);
  assertNotRestored(ctx, member);
  return keepFormerOwner(ctx, tx, member);
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
