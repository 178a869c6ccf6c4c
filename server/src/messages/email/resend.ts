import type { Context } from '../../app/context.ts';
import { MerchantError } from '../../lib/merchant-error.ts';
import { mailQueued } from './emails.ts';
import { queueFailedAgain, selectFailedIds } from './resend-store.ts';
import { type EmailRow, selectEmail } from './store.ts';

const batchSize = 1000;

/** Queues a failed e-mail again with a fresh set of attempts. Its id and Message-ID stay the same. */
export async function resendEmail(ctx: Context, emailId: string): Promise<EmailRow> {
  const [row] = await queueFailedAgain(ctx.db, [emailId], ctx.clock.now());
  if (!row) throw await resendError(ctx, emailId);
  mailQueued(ctx);
  return row;
}

/** For one merchant, or all if null. Queues each e-mail once, even if it fails again during the run. */
export async function resendFailedEmails(ctx: Context, merchantId: string | null): Promise<number> {
  let queued = 0;
  let ids: string[];
  let after = '';
  do {
    ids = await selectFailedIds(ctx.db, merchantId, after, batchSize);
    queued += (await queueFailedAgain(ctx.db, ids, ctx.clock.now())).length;
    after = ids.at(-1) ?? after;
  } while (ids.length === batchSize);
  mailQueued(ctx);
  return queued;
}

async function resendError(ctx: Context, emailId: string): Promise<MerchantError> {
  const email = await selectEmail(ctx.db, emailId);
  if (!email) return new MerchantError(`There is no e-mail ${emailId}. "emails list" shows them.`);
  if (email.status === 'queued') return new MerchantError(`${emailId} is already queued.`);
  if (email.status === 'sent')
    return new MerchantError(
      `The mail server has already accepted ${emailId}. Only failed e-mails can be resent.`,
    );
  return new MerchantError(`The link in ${emailId} has expired. Ask the member to request a new one.`);
}
