import type { Context } from '../../app/context.ts';
import { rolesWith } from '../../lib/roles.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectApproversSince } from '../members/member-store.ts';
import { toldForMs } from '../members/tell-owners.ts';
import type { ApprovalRow } from './approval-store.ts';

const abouts = { rules: 'rules_asked', members: 'members_asked' } as const;

/**
 * Mails everybody who may approve it, also whoever asked: a thief may have asked in their name. Of what is done by silence
 * also those who could approve in the last seven days: whoever removes them first must not act unseen. Call `mailQueued`
 * after the commit.
 */
export async function tellApprovers(ctx: Context, tx: Sql, row: ApprovalRow): Promise<void> {
  const about =
    row.action === 'rules' || row.action === 'members' ? abouts[row.action] : ('approval_asked' as const);
  const now = ctx.clock.nowMs();
  const since = about === 'approval_asked' ? null : new Date(now - toldForMs);
  const approvers = await selectApproversSince(tx, row.merchant_id, rolesWith('approvals.write'), since);
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
