import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { canonicalMailAddress } from '../../lib/mail-address.ts';
import {
  type Addressee,
  countAudience,
  insertAnnouncement,
  insertAnnouncementEmails,
  selectAddressees,
  selectAnnouncementId,
} from './announcement-store.ts';
import { mailQueued } from './emails.ts';

export const maxBodyBytes = 100 * 1024;

const batchSize = 100;

export interface Announcement {
  subject: string;
  body: string;
}

interface AnnouncementProgress {
  /** Merchants with an unrevoked key. */
  merchants: number;
  /** Merchants an earlier run already queued it for. */
  already: number;
  queued: number;
}

export interface AnnouncementResult extends AnnouncementProgress {
  /** Null in a dry run of an announcement that was never sent. */
  announcementId: string | null;
  /** Ids of merchants whose e-mail address is invalid. */
  unreachable: string[];
}

interface Run {
  /** Only counts what would be queued. */
  dryRun: boolean;
  onProgress: (progress: AnnouncementProgress) => void;
}

/**
 * Queues one e-mail to each merchant with an unrevoked key, including suspended merchants. Running the same
 * announcement again only queues the merchants that are left, so nobody gets it twice, even after a crash or with two
 * runs at once.
 */
export async function announce(
  ctx: Context,
  { subject, body }: Announcement,
  { dryRun, onProgress }: Run,
): Promise<AnnouncementResult> {
  const digest = createHash('sha256').update(`${subject}\0${body}`).digest();
  const now = ctx.clock.now();
  const row = { announcement_id: ctx.ids.next('ann', now), digest, subject, body, created_at: now };
  const id = dryRun ? await selectAnnouncementId(ctx.db, digest) : await insertAnnouncement(ctx.db, row);
  const { merchants, written: already } = await countAudience(ctx.db, id);
  const unreachable: string[] = [];
  let queued = 0;
  let batch: Addressee[];
  let after = '';
  do {
    batch = await selectAddressees(ctx.db, id, after, batchSize);
    const mailable = batch.filter(({ email }) => canonicalMailAddress(email) !== null);
    for (const addressee of batch) if (!mailable.includes(addressee)) unreachable.push(addressee.merchant_id);
    if (mailable.length > 0)
      queued += dryRun || id === null ? mailable.length : await queueBatch(ctx, id, mailable);
    after = batch.at(-1)?.merchant_id ?? after;
    if (batch.length > 0) onProgress({ merchants, already, queued });
  } while (batch.length === batchSize);
  return { announcementId: id, merchants, already, queued, unreachable };
}

async function queueBatch(ctx: Context, announcementId: string, addressees: Addressee[]): Promise<number> {
  const now = ctx.clock.now();
  const rows = addressees.map(({ merchant_id, email }) => ({
    merchant_id,
    email_id: ctx.ids.next('eml', now),
    to_address: email,
  }));
  const queued = await insertAnnouncementEmails(ctx.db, announcementId, rows, now);
  mailQueued(ctx);
  return queued;
}
