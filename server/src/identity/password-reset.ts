import type { Context } from '../context.ts';
import { type BackgroundWriter, createBackgroundWriter } from '../db/background-writer.ts';
import type { Sql } from '../db/client.ts';
import { mailQueued, queueMemberEmail } from '../email/emails.ts';
import { ApiError } from '../errors.ts';
import { clientNetwork } from '../ip-ranges.ts';
import type { Locale } from '../locales.ts';
import { recordAudit } from '../merchants/audit.ts';
import type { IdentityContext, ResetMail } from './context.ts';
import { resetLink } from './links.ts';
import { type MemberKey, noteAddress, updatePassword } from './member-store.ts';
import { assertStrongPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { insertReset, selectReset, takeReset } from './reset-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { accountCounter, findCredentials, type Visit } from './sign-in.ts';
import { counter, takeAttempt } from './throttle.ts';
import { deleteThrottle } from './throttle-store.ts';
import { generateToken, hashToken, isWellFormedToken } from './tokens.ts';

const lifeMs = 60 * 60_000;
/** Of mails asked for one address: from then on there are pauses, so that nobody's mailbox is filled. */
const maxMails = 3;
const maxWaiting = 1000;
const mailEveryMs = 20;

/**
 * Mails a link when there is such a member. Whoever asks learns nothing either way: a member's address and a stranger's
 * cost the same statements before the answer, and the link is made behind it.
 */
export async function requestReset(
  ctx: IdentityContext,
  email: string,
  locale: Locale,
  visit: Visit,
): Promise<void> {
  const member = await findCredentials(ctx, { email }, visit.ip);
  try {
    await takeAttempt(ctx, [counter(maxMails, 'reset', (member?.email ?? email).toLowerCase())]);
  } catch (error) {
    // A link that was mailed a moment ago works still: there is no need for another one.
    if (error instanceof ApiError) return;
    throw error;
  }
  if (!member) return;
  const { member_id, merchant_id } = member;
  ctx.resetMails.add(() => ({ member_id, merchant_id, email: member.email, locale }));
}

/** Makes and mails reset links behind the answers. One that is lost with the process can be asked for again. */
export function createResetMails(context: () => Context): BackgroundWriter<ResetMail> {
  const notMailed = (error?: unknown) => context().log.error({ err: error }, 'password reset not mailed');
  return createBackgroundWriter<ResetMail>({
    write: async (mails) => {
      for (const mail of mails) await mailReset(context(), mail).catch(notMailed);
    },
    maxRows: maxWaiting,
    everyMs: mailEveryMs,
    onLeftOut: notMailed,
    onError: notMailed,
  });
}

async function mailReset(ctx: Context, mail: ResetMail): Promise<void> {
  await ctx.db.begin(async (tx) => {
    const { link, expiresAt } = await makeReset(ctx, tx, mail);
    await queueMemberEmail(ctx, tx, {
      merchantId: mail.merchant_id,
      memberId: mail.member_id,
      message: {
        kind: 'password_reset',
        locale: mail.locale,
        email: mail.email,
        link,
        expires_at: expiresAt.toISOString(),
      },
    });
  });
  mailQueued(ctx);
}

/** The link, which is kept nowhere. */
export async function makeReset(
  ctx: Context,
  tx: Sql,
  member: MemberKey,
): Promise<{ link: string; expiresAt: Date }> {
  const token = generateToken(ctx.random);
  const expiresAt = new Date(ctx.clock.nowMs() + lifeMs);
  await insertReset(tx, member, hashToken(token), expiresAt);
  return { link: resetLink(ctx, token), expiresAt };
}

/**
 * Ends all sessions. Who reads the member's mail is the member: failures are forgotten, and the address is known from
 * here on, so that no stranger's guesses keep the member out.
 */
export async function resetPassword(
  ctx: Context,
  input: { token: string; new_password: string },
  visit: Visit,
): Promise<void> {
  const tokenHash = hashToken(input.token);
  const member = isWellFormedToken(input.token)
    ? await selectReset(ctx.db, tokenHash, ctx.clock.now())
    : undefined;
  if (!member) throw new ApiError('LINK_EXPIRED');
  assertStrongPassword(input.new_password, member.email, 'new_password');
  const passwordHash = await hashPassword(input.new_password);
  const credentials = await findCredentials(ctx, member, visit.ip);
  await ctx.db.begin(async (tx) => {
    if (!(await takeReset(tx, member, tokenHash))) throw new ApiError('LINK_EXPIRED');
    await updatePassword(tx, member, passwordHash);
    await deleteSessionsOf(tx, member);
    const address = clientNetwork(visit.ip);
    await noteAddress(tx, member, address, ctx.clock.now());
    await deleteThrottle(tx, accountCounter(member.email, address, undefined).key);
    if (credentials) await deleteThrottle(tx, accountCounter(member.email, address, credentials).key);
    const actor = {
      merchantId: member.merchant_id,
      memberId: member.member_id,
      memberEmail: member.email,
      environment: null,
      requestId: visit.requestId,
      ip: visit.ip,
    };
    await recordAudit(ctx, tx, actor, { action: 'resetPassword', resourceId: member.member_id });
  });
}
