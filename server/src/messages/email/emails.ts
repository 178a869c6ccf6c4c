import type { Context } from '../../app/context.ts';
import type { Environment } from '../../lib/environment.ts';
import type { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { CustomerMessage, MemberMessage, NoticeMessage, SecurityMessage } from './messages.ts';
import { takeQuotas } from './quotas.ts';
import { insertEmails, type NewEmailRow } from './store.ts';
import { sealLink } from './writing/links.ts';

export { countQueuedEmails } from './queue-store.ts';

export interface NewEmail {
  merchantId: string;
  environment: Environment;
  /** The invoice, payment or refund it is about. */
  resourceId: string;
  to: string;
  message: CustomerMessage;
}

export interface NewMemberEmail {
  merchantId: string;
  /** The member, or the invitation that is not accepted yet. */
  memberId: string;
  message: MemberMessage;
}

export interface NewNoticeEmail {
  merchantId: string;
  /** Null without the banner of test mode. */
  environment: Environment | null;
  memberId: string;
  to: string;
  message: NoticeMessage;
}

/**
 * Queues an e-mail that the merchant asks for, in the caller's transaction. Call `mailQueued` after the commit: nothing
 * is sent from inside a transaction. Throws when the merchant may not send it, which undoes the transaction.
 */
export async function queueEmail(ctx: Context, tx: Sql, email: NewEmail): Promise<void> {
  const [refusal] = await takeQuotas(ctx, tx, [email]);
  if (refusal) throw refusal;
  await insertEmails(tx, toRows(ctx, [email]));
}

/** Queues e-mails that follow an event. Those that the merchant may not send are kept in the outbox as failed. */
export async function queueNotices(ctx: Context, tx: Sql, emails: NewEmail[]): Promise<void> {
  await insertWithin(tx, toRows(ctx, emails), await takeQuotas(ctx, tx, emails));
}

/** Like queueNotices, for what members want to be told. Never shown in the merchant's e-mail list. */
export async function queueNoticeEmails(ctx: Context, tx: Sql, emails: NewNoticeEmail[]): Promise<void> {
  const refusals = await takeQuotas(
    ctx,
    tx,
    emails.map((email) => ({ ...email, isNotice: true })),
  );
  const rows = emails.map((email) => toRow(ctx, { ...email, resourceId: email.memberId }));
  await insertWithin(tx, rows, refusals);
}

async function insertWithin(tx: Sql, rows: NewEmailRow[], refusals: (ApiError | null)[]): Promise<void> {
  await insertEmails(
    tx,
    rows.map((row, index) => ({ ...row, last_error: refusals[index]?.message ?? null })),
  );
}

function toRows(ctx: Context, emails: NewEmail[]): NewEmailRow[] {
  return emails.map((email) => toRow(ctx, { ...email, message: withSealedLink(ctx, email) }));
}

function toRow(ctx: Context, email: Omit<NewEmail, 'environment' | 'message'> & RowParts): NewEmailRow {
  const now = ctx.clock.now();
  return {
    email_id: ctx.ids.next('eml', now),
    merchant_id: email.merchantId,
    environment: email.environment,
    kind: email.message.kind,
    resource_id: email.resourceId,
    to_address: email.to,
    message: email.message,
    created_at: now,
    last_error: null,
  };
}

type RowParts = Pick<NewEmailRow, 'environment' | 'message'>;

function withSealedLink(ctx: Context, { message, resourceId }: NewEmail): CustomerMessage {
  if (message.kind !== 'refund_claim') return message;
  return { ...message, link: sealLink(ctx.secrets, message.link, resourceId) };
}

/** Like queueEmail, for mail to a member. Its environment is null, which keeps it out of the merchant's e-mail list. */
export async function queueMemberEmail(ctx: Context, tx: Sql, email: NewMemberEmail): Promise<void> {
  const { merchantId, message } = email;
  if (message.kind === 'invitation') {
    const [refusal] = await takeQuotas(ctx, tx, [{ merchantId, environment: null, to: message.email }]);
    if (refusal) throw refusal;
  }
  const link = sealLink(ctx.secrets, message.link, email.memberId);
  const { memberId: resourceId } = email;
  const sealed = { ...message, link };
  await insertEmails(tx, [
    toRow(ctx, { merchantId, environment: null, resourceId, to: message.email, message: sealed }),
  ]);
}

/** Queues mail to owners that no quota holds back and no choice turns off. Its environment is null, as that of other mail to members. */
export async function queueSecurityEmails(
  ctx: Context,
  tx: Sql,
  emails: { merchantId: string; resourceId: string; to: string; message: SecurityMessage }[],
): Promise<void> {
  const rows = emails.map(({ message, ...email }) => {
    const link = message.link && { link: sealLink(ctx.secrets, message.link, email.resourceId) };
    return toRow(ctx, { ...email, environment: null, message: { ...message, ...link } });
  });
  await insertEmails(tx, rows);
}

/** Wakes the e-mail worker. */
export function mailQueued(ctx: Context): void {
  ctx.wake.at('send-emails', ctx.clock.now());
}
