import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Visit, visitorOf } from '../sign-in/sign-in.ts';
import { generateToken, hashToken, isWellFormedToken } from '../sign-in/tokens.ts';
import { unlessTaken } from './accounts.ts';
import {
  insertFormerOwner,
  type RestoredOwner,
  restoreFormerOwner,
  selectFormerOwner,
} from './former-owner-store.ts';
import { restoreLink } from './links.ts';
import { lockOwners, type MemberRow } from './member-store.ts';
import { tellOfMember } from './tell-of-member.ts';
import type { PersonalLink } from './tell-owners.ts';

const undoForMs = dayMs;
/** A script of a thief must not remove the owner again before they have signed in. */
const protectedForMs = dayMs;

/** Keeps an owner who is about to lose the role, and returns the link that undoes it, for their mail only. */
export async function keepFormerOwner(ctx: Context, tx: Sql, member: MemberRow): Promise<PersonalLink> {
  const token = generateToken(ctx.random);
  const now = ctx.clock.now();
  await insertFormerOwner(tx, member, hashToken(token), now);
  const expiresAt = new Date(now.getTime() + undoForMs);
  return { to: member.email, link: restoreLink(ctx, token), expires_at: expiresAt.toISOString() };
}

/** Refuses to take the role from an owner who has just undone that. */
export function assertNotRestored({ clock }: Context, { restored_at: at }: MemberRow): void {
  if (at === null || clock.nowMs() - at.getTime() >= protectedForMs) return;
  throw new ApiError('OWNER_RESTORED', {
    details: { until: new Date(at.getTime() + protectedForMs).toISOString() },
  });
}

/**
 * Undoes the loss of the owner role, by the link in the mail about it. `meanwhile` undoes what else must not outlast it, in
 * the same transaction. Owners are mailed: call `mailQueued` afterwards.
 */
export async function restoreOwner(
  ctx: Context,
  token: string,
  visit: Visit,
  meanwhile: (tx: Sql, merchantId: string) => Promise<void>,
): Promise<void> {
  const now = ctx.clock.now();
  const undoHash = hashToken(token);
  const endedAfter = new Date(now.getTime() - undoForMs);
  await unlessTaken(
    ctx.db.begin(async (tx) => {
      const owner = isWellFormedToken(token) ? await selectFormerOwner(tx, undoHash, endedAfter) : undefined;
      if (!owner) throw new ApiError('LINK_EXPIRED');
      await lockOwners(tx, owner.merchant_id);
      if (!(await restoreFormerOwner(tx, undoHash, now))) throw new ApiError('LINK_EXPIRED');
      await meanwhile(tx, owner.merchant_id);
      await noteRestored(ctx, tx, owner, visit);
    }),
  );
}

async function noteRestored(ctx: Context, tx: Sql, owner: RestoredOwner, visit: Visit): Promise<void> {
  const actor = visitorOf(owner, visit);
  await recordAudit(ctx, tx, actor, { action: 'restoreOwner', resourceId: owner.member_id });
  await tellOfMember(ctx, tx, actor, 'owner_restored', { ...owner, role: 'owner' });
}
