import type { Context } from '../../app/context.ts';
import { roles, rolesWith } from '../../lib/roles.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectApproversSince } from '../members/member-store.ts';
import { toldForMs } from '../members/tell-owners.ts';
import type { ApprovalRow } from './approval-store.ts';

/** An owner alone turns rules off by a day's silence, so everybody with a seat hears of it, also who may not approve. */
const told = { rules: roles, members: rolesWith('approvals.write') } as const;
const abouts = { rules: 'rules_asked', members: 'members_asked' } as const;

/**
 * Mails everybody who may approve it, also whoever asked: a thief may have asked in their name. Of rules all members, and of
 * what is done by silence also those who could approve in the last seven days: whoever removes them first must not act
 * unseen. Call `mailQueued` after the commit.
 */
export async function tellApprovers(ctx: Context, tx: Sql, row: ApprovalRow): Promise<void> {
  const silent = row.action === 'rules' || row.action === 'members' ? row.action : null;
  const about = silent ? abouts[silent] : ('approval_asked' as const);
  const since = silent ? new Date(ctx.clock.nowMs() - toldForMs) : null;
  const readers = silent ? told[silent] : rolesWith('approvals.write');
  const approvers = await selectApproversSince(tx, row.merchant_id, readers, since);
  const notice = {
    kind: 'security_notice' as const,
    about,
    until: row.expires_at.toISOString(),
    done_by: row.asked_by,
    done_at: row.asked_at.toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/approvals?env=live`,
  };
  const emails = approvers.map(({ email: to, locale }) => ({
    merchantId: row.merchant_id,
    resourceId: row.approval_id,
    to,
    message: { ...notice, locale: locale ?? 'en' },
  }));
  await queueSecurityEmails(ctx, tx, emails);
}
