import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Locale } from '../../lib/locales.ts';
import { mailQueued, queueMemberEmail } from '../../messages/email/emails.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { verificationLink } from '../members/links.ts';
import type { MemberKey } from '../members/member-store.ts';
import type { SessionRow } from './session-store.ts';
import { type Visit, visitorOf } from './sign-in.ts';
import { counter, takeAttempt } from './throttle.ts';
import { generateToken, hashToken, isWellFormedToken } from './tokens.ts';
import { insertVerification, isVerified, takeVerification, updateVerified } from './verification-store.ts';

const lifeMs = 3 * dayMs;
/** Per member, before further requests are throttled, so that nobody's mailbox can be flooded. */
const maxMails = 3;

/** Queues the link that confirms the address of a new merchant's owner. Call `mailQueued` after the commit. */
export async function queueVerification(
  ctx: Context,
  tx: Sql,
  member: MemberKey & { email: string },
  locale: Locale,
): Promise<void> {
  const token = generateToken(ctx.random);
  const expiresAt = new Date(ctx.clock.nowMs() + lifeMs);
  await insertVerification(tx, member, hashToken(token), expiresAt);
  await queueMemberEmail(ctx, tx, {
    merchantId: member.merchant_id,
    memberId: member.member_id,
    message: {
      kind: 'email_verification',
      locale,
      email: member.email,
      link: verificationLink(ctx, token),
      expires_at: expiresAt.toISOString(),
    },
  });
}

/** Sends another link; the earlier ones still work. Does nothing when the address is confirmed. */
export async function requestVerification(ctx: Context, session: SessionRow, locale: Locale): Promise<void> {
  if (!ctx.mailer || (await isVerified(ctx.db, session.merchant_id))) return;
  try {
    await takeAttempt(ctx, [counter(maxMails, 'verification', session.member_id)]);
  } catch (error) {
    throw error instanceof ApiError ? alreadySent(error) : error;
  }
  await ctx.db.begin((tx) => queueVerification(ctx, tx, session, locale));
  mailQueued(ctx);
}

function alreadySent({ details, headers }: ApiError): ApiError {
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `We have already sent you several links, and each of them works. Look into your spam folder, or try again in ${headers['retry-after']} seconds.`,
    ...(details ? { details } : {}),
    headers,
  });
}

/** The link alone is enough: it may be opened in another browser. */
export async function verifyEmail(ctx: Context, token: string, visit: Visit): Promise<void> {
  if (!isWellFormedToken(token)) throw new ApiError('LINK_EXPIRED');
  await ctx.db.begin(async (tx) => {
    const member = await takeVerification(tx, hashToken(token), ctx.clock.now());
    if (!member) throw new ApiError('LINK_EXPIRED');
    await updateVerified(tx, member.merchant_id, ctx.clock.now());
    await recordAudit(ctx, tx, visitorOf(member, visit), {
      action: 'verifyEmail',
      resourceId: member.member_id,
    });
  });
}
