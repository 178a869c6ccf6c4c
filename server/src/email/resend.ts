import type { Context } from '../context.ts';
import { MerchantError } from '../merchants/merchants.ts';
import { mailQueued } from './emails.ts';
import { queueFailedAgain, selectFailedIds } from './resend-store.ts';
import { type EmailRow, selectEmail } from './store.ts';

const batchSize = 1000;

/** Queues a failed e-mail once more, as if it were new. Its id, and so its Message-ID, stays. */
export async function resendEmail(ctx: Context, emailId: string): Promise<EmailRow> {
  const [row] = await queueFailedAgain(ctx.db, [emailId], ctx.clock.now());
  if (!row) throw await refusalOf(ctx, emailId);
  mailQueued(ctx);
  return row;
}

/** Of one merchant, or of all. Each is queued once, also when it fails again meanwhile. */
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

async function refusalOf(ctx: Context, emailId: string): Promise<MerchantError> {
  const email = await selectEmail(ctx.db, emailId);
  if (!email) return new MerchantError(`There is no e-mail ${emailId}. "emails list" shows them.`);
  if (email.status === 'queued') return new MerchantError(`${emailId} is queued already. Nothing to do.`);
  if (email.status === 'sent')
    return new MerchantError(
      `${emailId} was sent, and the mail server accepted it. Only failed ones can be resent.`,
    );
  return new MerchantError(`The link in ${emailId} works no more. Let the member ask for a new one.`);
}
