import type { Context } from '../../app/context.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { SecurityNotice } from '../../messages/email/messages.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectOwners } from './member-store.ts';

/** Mails every owner in the transaction of what it is about. Call `mailQueued` after the commit. */
export async function tellOwners(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  resourceId: string,
  notice: SecurityNotice,
): Promise<void> {
  const owners = await selectOwners(tx, merchantId);
  const emails = owners.map(({ email: to, locale }) => {
    return { merchantId, resourceId, to, message: { ...notice, locale: locale ?? 'en' } };
  });
  await queueSecurityEmails(ctx, tx, emails);
}
