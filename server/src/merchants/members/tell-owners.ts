import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { rolesWith } from '../../lib/roles.ts';
import { queueSecurityEmails } from '../../messages/email/emails.ts';
import type { SecurityNotice } from '../../messages/email/messages.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectApproversSince, selectOwners } from './member-store.ts';

/** How long somebody who was an owner is told: whoever removes the owners first must not act unseen. */
export const toldForMs = 7 * dayMs;

/** A link that only one of those who are told gets. */
export interface PersonalLink {
  to: string;
  link: string;
  expires_at: string;
}

interface Told {
  personal?: PersonalLink | undefined;
  concernedId?: string | null;
  /** Also everybody who may approve, or could in the last seven days. */
  withApprovers?: boolean;
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
  { personal, concernedId = null, withApprovers = false }: Told = {},
): Promise<void> {
  const since = new Date(ctx.clock.nowMs() - toldForMs);
  const owners = await selectOwners(tx, merchantId, since, concernedId);
  const approving = rolesWith('approvals.write');
  const others = withApprovers ? await selectApproversSince(tx, merchantId, approving, since) : [];
  const known = new Set(owners.map(({ email }) => email.toLowerCase()));
  const told = [...owners, ...others.filter(({ email }) => !known.has(email.toLowerCase()))];
  const emails = told.map(({ email: to, locale }) => {
    const link = personal?.to === to ? { link: personal.link, expires_at: personal.expires_at } : {};
    return { merchantId, resourceId, to, message: { ...notice, ...link, locale: locale ?? 'en' } };
  });
  await queueSecurityEmails(ctx, tx, emails);
}
