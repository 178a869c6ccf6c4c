import type { Context } from '../../app/context.ts';
import { locales } from '../../lib/locales.ts';
import { roles } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import { inviteMember } from '../members/invitations.ts';
import { changeRole } from '../members/members.ts';
import type { ApprovalRow } from './approval-store.ts';

/** Invites or promotes as asked for, in the name of whoever asked. `ip` says from where, or when, it was decided. */
export async function changeApprovers(
  ctx: Context,
  tx: Sql,
  { params, ...row }: ApprovalRow,
  ip: string,
): Promise<void> {
  const { role, locale, email, member_id: memberId } = params;
  const [to] = roles.filter((known) => known === role);
  if (!to) throw new Error(`${row.approval_id} names no role`);
  const actor = {
    merchantId: row.merchant_id,
    memberId: row.asked_by_id,
    memberEmail: row.asked_by,
    environment: 'live' as const,
    requestId: null,
    ip,
    approved: row.action,
  };
  if (typeof memberId === 'string') {
    await changeRole(ctx, tx, actor, memberId, to);
    return;
  }
  const language = locales.find((known) => known === locale) ?? 'en';
  await inviteMember(ctx, tx, actor, { email: String(email), role: to }, language);
}
