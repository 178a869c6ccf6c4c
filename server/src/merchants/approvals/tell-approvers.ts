import type { Context } from '../../app/context.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Approver } from '../members/member-store.ts';
import type { ApprovalRow } from './approval-store.ts';

/** Mails everybody who may approve it, also whoever asked: a thief may have asked in their name. Call `mailQueued` after the commit. */
export async function tellApprovers(
  ctx: Context,
  tx: Sql,
  row: ApprovalRow,
  approvers: readonly Approver[],
): Promise<void> {
  const notice = {
    kind: 'security_notice' as const,
    about: row.action === 'rules' ? ('rules_asked' as const) : ('approval_asked' as const),
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
