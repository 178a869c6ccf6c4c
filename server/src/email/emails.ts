import type { Context } from '../context.ts';
import type { Db, Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import { sealLink } from './links.ts';
import type { CustomerMessage, MemberMessage } from './messages.ts';
import { countQueued } from './queue-store.ts';
import { takeQuotas } from './quotas.ts';
import { insertEmails, type NewEmailRow } from './store.ts';

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
  const refusals = await takeQuotas(ctx, tx, emails);
  const rows = toRows(ctx, emails).map((row, index) => ({
    ...row,
    last_error: refusals[index]?.message ?? null,
  }));
  await insertEmails(tx, rows);
}

function toRows(ctx: Context, emails: NewEmail[]): NewEmailRow[] {
  const now = ctx.clock.now();
  return emails.map((email) => ({
    email_id: ctx.ids.next('eml', now),
    merchant_id: email.merchantId,
    environment: email.environment,
    kind: email.message.kind,
    resource_id: email.resourceId,
    to_address: email.to,
    message: withSealedLink(ctx, email),
    created_at: now,
    last_error: null,
  }));
}

function withSealedLink(ctx: Context, { message, resourceId }: NewEmail): CustomerMessage {
  if (message.kind !== 'refund_claim') return message;
  return { ...message, link: sealLink(ctx.secrets, message.link, resourceId) };
}

/** Like queueEmail, for mail to a member. Its environment is null, which keeps it out of the merchant's e-mail list. */
export async function queueMemberEmail(ctx: Context, tx: Sql, email: NewMemberEmail): Promise<void> {
  const now = ctx.clock.now();
  const { merchantId, message } = email;
  if (message.kind === 'invitation') {
    const [refusal] = await takeQuotas(ctx, tx, [{ merchantId, environment: null, to: message.email }]);
    if (refusal) throw refusal;
  }
  await insertEmails(tx, [
    {
      email_id: ctx.ids.next('eml', now),
      merchant_id: email.merchantId,
      environment: null,
      kind: email.message.kind,
      resource_id: email.memberId,
      to_address: email.message.email,
      message: { ...email.message, link: sealLink(ctx.secrets, email.message.link, email.memberId) },
      created_at: now,
      last_error: null,
    },
  ]);
}

/** Wakes the e-mail worker. */
export function mailQueued(ctx: Context): void {
  ctx.wake.at('send-emails', ctx.clock.now());
}

/** The queue length, for the metrics. */
export function countQueuedEmails(sql: Db): Promise<number> {
  return countQueued(sql);
}
