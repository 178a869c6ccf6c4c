import type { Context } from '../../app/context.ts';
import { MerchantError } from '../../lib/merchant-error.ts';
import { type Role, roles } from '../../lib/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { assertMailable } from '../merchants.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { makeReset } from '../sign-in/password-reset.ts';
import { removeTotp } from '../sign-in/second-factor-store.ts';
import type { InvitationRow } from './invitation-store.ts';
import { makeInvitation } from './invitations.ts';
import { selectMemberOfAny, selectMerchantOf } from './member-store.ts';

/** Member commands of the operator. They print links instead of e-mailing them. */

/** The link works once and expires after seven days. */
export async function inviteByHand(
  ctx: Context,
  input: { merchantId: string; email: string; role: string },
): Promise<{ row: InvitationRow; link: string }> {
  const role = roles.find((known) => known === input.role);
  if (!role) throw new MerchantError(`--role must be one of ${roles.join(', ')}, not "${input.role}".`);
  assertMailable(input.email);
  if (!(await selectMerchantOf(ctx.db, input.merchantId)))
    throw new MerchantError(
      `Merchant ${input.merchantId} does not exist. Run "merchants list" to see all merchants.`,
    );
  return ctx.db.begin(async (tx) => {
    const made = await makeInvitation(ctx, tx, input.merchantId, { email: input.email, role });
    const details: { email: string; role: Role } = { email: input.email, role };
    await recordAudit(ctx, tx, operatorOf(input.merchantId), {
      action: 'inviteMember',
      resourceId: made.row.member_id,
      details,
    });
    return made;
  });
}

/** The link works once and expires after an hour. Can also remove passkeys and two-factor authentication for a locked-out member. */
export async function resetByHand(
  ctx: Context,
  memberId: string,
  options: { removeSecondFactor: boolean },
): Promise<{ email: string; link: string; expiresAt: Date }> {
  const member = await selectMemberOfAny(ctx.db, memberId);
  if (!member)
    throw new MerchantError(
      `Member ${memberId} does not exist. Run "members list --merchant ID" to see a merchant's members.`,
    );
  return ctx.db.begin(async (tx) => {
    if (options.removeSecondFactor) {
      await deletePasskeysOf(tx, member);
      await removeTotp(tx, member);
    }
    await recordAudit(ctx, tx, operatorOf(member.merchant_id), {
      action: 'requestPasswordReset',
      resourceId: memberId,
      details: options.removeSecondFactor ? { second_factor: 'removed' } : {},
    });
    return { email: member.email, ...(await makeReset(ctx, tx, member)) };
  });
}

function operatorOf(merchantId: string): Actor {
  return {
    merchantId,
    memberId: null,
    memberEmail: null,
    environment: null,
    requestId: null,
    ip: 'command line',
  };
}
