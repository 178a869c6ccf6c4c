import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { SecurityNotice } from '../../messages/email/messages.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectOwners } from './member-store.ts';

/** How long somebody who was an owner is told: whoever removes the owners first must not act unseen. */
export const toldForMs = 7 * dayMs;

/** A link that only one of the owners gets. */
export interface PersonalLink {
  to: string;
  link: string;
  expires_at: string;
}

/**
 * Mails everybody who is an owner, or was one in the last seven days, and the member whom it concerns, in the transaction
 * of what it is about. Call `mailQueued` after the commit.
 */
export async function tellOwners(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  resourceId: string,
  notice: SecurityNotice,
  { personal, concernedId = null }: { personal?: PersonalLink | undefined; concernedId?: string | null } = {},
): Promise<void> {
  const since = new Date(ctx.clock.nowMs() - toldForMs);
  const told = await selectOwners(tx, merchantId, since, concernedId);
  const emails = told.map(({ email: to, locale }) => {
    const link = personal?.to === to ? { link: personal.link, expires_at: personal.expires_at } : {};
    return { merchantId, resourceId, to, message: { ...notice, ...link, locale: locale ?? 'en' } };
  });
  await queueSecurityEmails(ctx, tx, emails);
}
