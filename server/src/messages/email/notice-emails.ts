import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { insertNotice } from './announcement-store.ts';

export interface Notice {
  merchantId: string;
  /** What it is about. */
  resourceId: string;
  subject: string;
  body: string;
}

/**
 * Queues a message of the service to a merchant's own address, in the caller's transaction. It looks like an announcement. Call
 * `mailQueued` after the commit.
 */
export async function queueNotice(ctx: Context, tx: Sql, notice: Notice): Promise<void> {
  const now = ctx.clock.now();
  const { merchantId, resourceId, subject, body } = notice;
  const message = { kind: 'announcement', locale: 'en', subject, body } as const;
  await insertNotice(tx, {
    email_id: ctx.ids.next('eml', now),
    merchant_id: merchantId,
    resource_id: resourceId,
    message,
    created_at: now,
  });
}
