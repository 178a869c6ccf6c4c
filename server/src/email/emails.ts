import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { Message } from './messages.ts';
import { insertEmails } from './store.ts';

export interface NewEmail {
  merchantId: string;
  environment: Environment;
  /** The invoice or refund it is about. */
  resourceId: string;
  to: string;
  message: Message;
}

/**
 * Queues mail in the transaction of whatever it tells about. Call `mailQueued` after the commit: nothing is sent from
 * inside a transaction.
 */
export async function queueEmails(ctx: Context, tx: Sql, emails: NewEmail[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = emails.map((email) => ({
    email_id: ctx.ids.next('eml', now),
    merchant_id: email.merchantId,
    environment: email.environment,
    kind: email.message.kind,
    resource_id: email.resourceId,
    to_address: email.to,
    message: email.message,
    created_at: now,
  }));
  await insertEmails(tx, rows);
}

export function mailQueued(ctx: Context): void {
  ctx.wake.at('send-emails', ctx.clock.now());
}
