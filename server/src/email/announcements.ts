import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { canonicalMailAddress } from '../mail-address.ts';
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
  /** Merchants with a key that is not revoked. */
  merchants: number;
  /** Written to before, by an earlier run. */
  already: number;
  queued: number;
}

export interface AnnouncementResult extends AnnouncementProgress {
  /** Null when there is none: a dry run makes nothing. */
  announcementId: string | null;
  /** Ids of the merchants whose address no mail can be sent to. */
  unreachable: string[];
}

interface Run {
  /** Counts what would be queued, and queues nothing. */
  dryRun: boolean;
  onProgress: (progress: AnnouncementProgress) => void;
}

/**
 * Queues one e-mail to each merchant with a key that is not revoked, suspended or not. The same announcement again goes
 * on with those who have none of it yet: nobody gets it twice, after a kill and beside another run alike.
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
