import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { rolesWith } from '../../lib/roles.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Visit, visitorOf } from '../sign-in/sign-in.ts';
import { generateToken, hashToken, isWellFormedToken } from '../sign-in/tokens.ts';
import { unlessTaken } from './accounts.ts';
import {
  insertFormerMember,
  type RestoredMember,
  restoreFormerMember,
  selectFormerMember,
} from './former-member-store.ts';
import { restoreLink } from './links.ts';
import { lockOwners, type MemberRow } from './member-store.ts';
import { tellOfMember } from './tell-of-member.ts';
import type { PersonalLink } from './tell-owners.ts';

const undoForMs = dayMs;
/** A script of a thief must not remove them again before they have signed in. */
const protectedForMs = dayMs;

/**
 * Keeps a member who is about to be no owner or approver any more, and returns the link that undoes it, for their mail only.
 * Undefined if an earlier link still makes them an owner again.
 */
export async function keepFormerMember(
  ctx: Context,
  tx: Sql,
  member: MemberRow,
): Promise<PersonalLink | undefined> {
  const token = generateToken(ctx.random);
  const now = ctx.clock.now();
  const undoableSince = new Date(now.getTime() - undoForMs);
  if (!(await insertFormerMember(tx, member, hashToken(token), now, undoableSince))) return undefined;
  const expiresAt = new Date(now.getTime() + undoForMs);
  return { to: member.email, link: restoreLink(ctx, token), expires_at: expiresAt.toISOString() };
}

/** Refuses to take the role from a member who has just undone that. */
export function assertNotRestored({ clock }: Context, { restored_at: at }: MemberRow): void {
  if (at === null || clock.nowMs() - at.getTime() >= protectedForMs) return;
  throw new ApiError('OWNER_RESTORED', {
    details: { until: new Date(at.getTime() + protectedForMs).toISOString() },
  });
}

/**
 * Undoes the loss of the owner role, or of an approver's, by the link in the mail about it. `meanwhile` undoes what else must
 * not outlast that of an owner, in the same transaction. Owners are mailed: call `mailQueued` afterwards. Returns what they
 * are again.
 */
export async function restoreMember(
  ctx: Context,
  token: string,
  visit: Visit,
  meanwhile: (tx: Sql, merchantId: string) => Promise<void>,
): Promise<RestoredMember['role']> {
  const now = ctx.clock.now();
  const undoHash = hashToken(token);
  const endedAfter = new Date(now.getTime() - undoForMs);
  return unlessTaken(
    ctx.db.begin(async (tx) => {
      const former = isWellFormedToken(token)
        ? await selectFormerMember(tx, undoHash, endedAfter)
        : undefined;
      if (!former) throw new ApiError('LINK_EXPIRED');
      await lockOwners(tx, former.merchant_id);
      if (!(await restoreFormerMember(tx, undoHash, now, rolesWith('approvals.write'))))
        throw new ApiError('LINK_EXPIRED');
      if (former.role === 'owner') await meanwhile(tx, former.merchant_id);
      await noteRestored(ctx, tx, former, visit);
      return former.role;
    }),
  );
}

async function noteRestored(ctx: Context, tx: Sql, former: RestoredMember, visit: Visit): Promise<void> {
  const actor = visitorOf(former, visit);
  const { member_id, role } = former;
  await recordAudit(ctx, tx, actor, { action: 'restoreOwner', resourceId: member_id, details: { role } });
  await tellOfMember(ctx, tx, actor, `${role}_restored`, former, null);
}
