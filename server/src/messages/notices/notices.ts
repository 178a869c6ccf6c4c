import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Notice } from './notice.ts';
import { insertNotices } from './store.ts';

export { hasMembers } from './choice-store.ts';

/**
 * Records what members may want to be told, in the transaction of what it is about, so that each is told once whatever
 * process dies. A task decides who gets mail. Without a mail server nobody could be told, and nothing is recorded.
 */
export async function recordNotices(ctx: Context, tx: Sql, notices: readonly Notice[]): Promise<void> {
  if (ctx.mailer === null || notices.length === 0) return;
  const now = ctx.clock.now();
  await insertNotices(
    tx,
    notices.map(({ merchantId, environment, kind, content }) => ({
      notice_id: ctx.ids.next('ntc', now),
      merchant_id: merchantId,
      environment,
      kind,
      content,
      created_at: now,
    })),
  );
}
