import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import { canonicalMailAddress } from '../../lib/mail-address.ts';
import type { Sql } from '../../platform/db/client.ts';
import { mailLimitsOf } from './limits.ts';
import { countMail, type QuotaUse, selectUnverified } from './quota-store.ts';

/** Mail that a merchant sends to somebody else. */
export interface Outgoing {
  merchantId: string;
  /** Null for invitations. */
  environment: Environment | null;
  to: string;
  /** To a member who asked for it. */
  isNotice?: boolean;
}

interface Quota {
  name: string;
  limit: number;
  /** Completes "today's limit of 20 e-mails …". */
  of: string;
}

/**
 * Decides which of these may be sent, and counts them in the caller's transaction. Returns an error for each that may
 * not be sent, and null for the others. What a refused one has been counted for is given back by rolling back.
 */
export async function takeQuotas(ctx: Context, tx: Sql, mails: Outgoing[]): Promise<(ApiError | null)[]> {
  const refusals = await unverifiedRefusals(ctx, tx, mails);
  const counted = mails.flatMap((mail, index) =>
    refusals[index]
      ? []
      : quotasOf(ctx, mail)
          .filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
          .map((quota) => ({ mail, index, quota })),
  );
  const room = await roomLeft(ctx, tx, counted);
  for (const { mail, index, quota } of counted) {
    const key = keyOf(mail.merchantId, quota.name);
    const left = room.get(key) ?? 0;
    room.set(key, left - 1);
    if (left <= 0) refusals[index] ??= limitError(ctx, quota);
  }
  return refusals;
}

/** How many of these mails fit into each quota. */
async function roomLeft(
  ctx: Context,
  tx: Sql,
  counted: { mail: Outgoing; quota: Quota }[],
): Promise<Map<string, number>> {
  const asked = new Map<string, QuotaUse & { limit: number }>();
  for (const { mail, quota } of counted) {
    const key = keyOf(mail.merchantId, quota.name);
    const use = asked.get(key) ?? {
      merchant_id: mail.merchantId,
      quota: quota.name,
      used: 0,
      limit: quota.limit,
    };
    asked.set(key, { ...use, used: use.used + 1 });
  }
  const room = new Map<string, number>();
  if (asked.size === 0) return room;
  for (const { merchant_id, quota, used } of await countMail(tx, dayOf(ctx.clock.now()), [
    ...asked.values(),
  ])) {
    const key = keyOf(merchant_id, quota);
    const use = asked.get(key);
    if (use) room.set(key, use.limit - (used - use.used));
  }
  return room;
}

/** Without a mail server nobody gets mail, and no link to confirm an address could arrive. */
async function unverifiedRefusals(ctx: Context, tx: Sql, mails: Outgoing[]): Promise<(ApiError | null)[]> {
  if (!ctx.mailer || mails.length === 0) return mails.map(() => null);
  const unverified = await selectUnverified(tx, [...new Set(mails.map(({ merchantId }) => merchantId))]);
  const membersOf = new Map(unverified.map(({ merchant_id, members }) => [merchant_id, members]));
  return mails.map(({ merchantId, to }) => {
    const members = membersOf.get(merchantId);
    return !members || members.includes(to.toLowerCase()) ? null : new ApiError('EMAIL_NOT_VERIFIED');
  });
}

function quotasOf({ config }: Context, { environment, to, isNotice }: Outgoing): Quota[] {
  const mailLimits = mailLimitsOf(config.emailsPerDay);
  if (isNotice) return [{ name: 'notices', limit: mailLimits.notices, of: 'notices to members' }];
  if (environment === null)
    return [
      { name: 'invitations', limit: mailLimits.invitations, of: 'invitations' },
      {
        name: `invitations to ${mailboxHash(to)}`,
        limit: mailLimits.invitationsPerAddress,
        of: 'invitations to this address',
      },
    ];
  return [
    { name: environment, limit: mailLimits[environment], of: `e-mails in ${environment} mode` },
    { name: `to ${mailboxHash(to)}`, limit: mailLimits.perAddress, of: 'e-mails to this address' },
  ];
}

/** The same for all spellings of one mailbox: upper case, and whatever follows a plus sign. */
function mailboxHash(address: string): string {
  const plain = (canonicalMailAddress(address) ?? address).toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}

function limitError(ctx: Context, { limit, of }: Quota): ApiError {
  const seconds = Math.ceil((dayMs - (ctx.clock.nowMs() % dayMs)) / 1000);
  return new ApiError('EMAIL_LIMIT_EXCEEDED', {
    message: `You have reached today's limit of ${limit} ${of}. Try again after midnight UTC, or send the link yourself.`,
    details: { limit_per_day: limit, retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

/** Counts what is limited elsewhere. Returns how many there were today, with these. */
export async function countToday(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  quota: string,
  count: number,
): Promise<number> {
  const [row] = await countMail(tx, dayOf(ctx.clock.now()), [
    { merchant_id: merchantId, quota, used: count },
  ]);
  return row?.used ?? count;
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function keyOf(merchantId: string, quota: string): string {
  return `${merchantId} ${quota}`;
}
