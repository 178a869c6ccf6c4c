import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Role } from '../../lib/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
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

export { selectMember, selectMembers } from './member-store.ts';

/** Changes the role of a member or of a pending invitation. */
export async function changeRole(
  ctx: Context,
  actor: Actor,
  memberId: string,
  role: Role,
): Promise<{ member: MemberRow } | { invitation: InvitationRow }> {
  const key = keyOf(actor, memberId);
  return ctx.db.begin(async (tx) => {
    const owners = await lockOwners(tx, key.merchant_id);
    const member = await selectMember(tx, key);
    const details = { role, ...(member ? { from: member.role } : {}) };
    await recordAudit(ctx, tx, actor, { action: 'changeMemberRole', resourceId: memberId, details });
    if (member) {
      if (role !== 'owner') assertAnotherOwner(owners, memberId);
      await updateRole(tx, key, role);
      return { member: { ...member, role } };
    }
    const invitation = await updateInvitedRole(tx, key, role);
    if (!invitation) throw new ApiError('MEMBER_NOT_FOUND');
    return { invitation };
  });
}

/** Deletes the member with all sessions, or the pending invitation. */
export async function removeMember(ctx: Context, actor: Actor, memberId: string): Promise<void> {
  const key = keyOf(actor, memberId);
  await ctx.db.begin(async (tx) => {
    const removed = (await removeActive(tx, key)) ?? (await deleteInvitation(tx, key));
    if (!removed) throw new ApiError('MEMBER_NOT_FOUND');
    const details = { email: removed.email, role: removed.role };
    await recordAudit(ctx, tx, actor, { action: 'removeMember', resourceId: memberId, details });
  });
}

async function removeActive(tx: Sql, key: MemberKey): Promise<MemberRow | undefined> {
  const owners = await lockOwners(tx, key.merchant_id);
  const member = await selectMember(tx, key);
  if (!member) return undefined;
  assertAnotherOwner(owners, key.member_id);
  await deleteMember(tx, key);
  return member;
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
