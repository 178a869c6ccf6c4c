import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Locale } from '../../lib/locales.ts';
import type { Role } from '../../lib/roles.ts';
import { queueMemberEmail } from '../../messages/email/emails.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { assertStrongPassword } from '../sign-in/password-rules.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { openSession, type Visit } from '../sign-in/sign-in.ts';
import { generateToken, hashToken, isWellFormedToken } from '../sign-in/tokens.ts';
import { unlessTaken } from './accounts.ts';
import type { IdentityContext } from './context.ts';
import { concernsApprovers, requireApprovalOfApprover } from './guard-approvers.ts';
import {
  countMembers,
  type InvitationRow,
  selectInvitation,
  takeInvitation,
  upsertInvitation,
} from './invitation-store.ts';
import { invitationLink } from './links.ts';
import { insertMember, isEmailTaken } from './member-store.ts';
import type { MayBeApproved } from './members.ts';
import { tellOfMember } from './tell-of-member.ts';

export { selectInvitations } from './invitation-store.ts';

const lifeMs = 7 * dayMs;
const maxMembers = 200;

/**
 * Invites by e-mail. Inviting the same address again sends a new link and invalidates the old one. The caller has confirmed
 * it; nobody but the mailbox gets the link, and without a mail server only the operator's commands show it. Owners are mailed.
 * An approver may need an approval, as by `changeRole`.
 */
export async function inviteMember(
  ctx: Context,
  tx: Sql,
  { approved, ...actor }: MayBeApproved,
  input: { email: string; role: Role },
  locale: Locale,
): Promise<InvitationRow> {
  const own = { merchant_id: actor.merchantId, ...(approved ? { approved } : {}) };
  await requireApprovalOfApprover(ctx, tx, own, { from: null, to: input.role }, { ...input, locale });
  const { row, link } = await makeInvitation(ctx, tx, actor.merchantId, input);
  await queueMemberEmail(ctx, tx, {
    merchantId: row.merchant_id,
    memberId: row.member_id,
    message: {
      kind: 'invitation',
      locale,
      email: row.email,
      link,
      role: row.role,
      invited_by: actor.memberEmail,
      expires_at: row.expires_at.toISOString(),
    },
  });
  const details = { email: row.email, role: row.role };
  await recordAudit(ctx, tx, actor, { action: 'inviteMember', resourceId: row.member_id, details });
  await tellOfMember(ctx, tx, actor, 'member_invited', row, null);
  return row;
}

/** Creates an invitation and its link. Only the hash of the link's token is stored. */
export async function makeInvitation(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  input: { email: string; role: Role },
): Promise<{ row: InvitationRow; link: string }> {
  if (await isEmailTaken(tx, input.email)) throw new ApiError('EMAIL_TAKEN', { details: { field: 'email' } });
  if ((await countMembers(tx, merchantId)) >= maxMembers)
    throw new ApiError('INVALID_PARAMETER', {
      message: `You have reached the limit of ${maxMembers} members and invitations. Remove one first.`,
      details: { field: 'email', max_members: maxMembers },
    });
  const now = ctx.clock.now();
  const token = generateToken(ctx.random);
  const row = await upsertInvitation(
    tx,
    {
      member_id: ctx.ids.next('mem', now),
      merchant_id: merchantId,
      email: input.email,
      role: input.role,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    },
    hashToken(token),
  );
  return { row, link: invitationLink(ctx, token) };
}

export async function getInvitation(
  ctx: Context,
  token: string,
): Promise<InvitationRow & { merchant_name: string }> {
  const found = isWellFormedToken(token)
    ? await selectInvitation(ctx.db, hashToken(token), ctx.clock.now())
    : undefined;
  if (!found) throw new ApiError('LINK_EXPIRED');
  return found;
}

/** Creates the member and signs them in. */
export async function acceptInvitation(
  ctx: IdentityContext,
  token: string,
  password: string,
  visit: Visit,
): Promise<string> {
  const { email } = await getInvitation(ctx, token);
  assertStrongPassword(password, email, 'password');
  const passwordHash = await hashPassword(password);
  return unlessTaken(
    ctx.db.begin(async (tx) => {
      const invitation = await takeInvitation(tx, hashToken(token), ctx.clock.now());
      if (!invitation) throw new ApiError('LINK_EXPIRED');
      const { member_id, merchant_id, role } = invitation;
      const member = { member_id, merchant_id, email: invitation.email };
      await insertMember(tx, {
        ...member,
        role,
        password_hash: passwordHash,
        created_at: ctx.clock.now(),
        locale: visit.locale,
      });
      await tellOfApprover(ctx, tx, { ...member, role }, visit);
      return openSession(ctx, tx, member, visit, { action: 'acceptInvitation', details: { role } });
    }),
  );
}

/** The invitation may be older than the rules: those who may approve then hear of it only now. */
async function tellOfApprover(
  ctx: Context,
  tx: Sql,
  member: { member_id: string; merchant_id: string; email: string; role: Role },
  visit: Visit,
): Promise<void> {
  const { member_id: memberId, merchant_id: merchantId, email: memberEmail, role } = member;
  if (!(await concernsApprovers(tx, { merchant_id: merchantId, from: null, to: role }))) return;
  const actor = {
    merchantId,
    memberId,
    memberEmail,
    environment: null,
    requestId: visit.requestId,
    ip: visit.ip,
  };
  await tellOfMember(ctx, tx, actor, 'member_role', member, null);
}

export type Invitation = InvitationRow;
