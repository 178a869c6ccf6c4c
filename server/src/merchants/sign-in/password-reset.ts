import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { Locale } from '../../lib/locales.ts';
import { mailQueued, queueMemberEmail } from '../../messages/email/emails.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type BackgroundWriter, createBackgroundWriter } from '../../platform/db/background-writer.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { IdentityContext, ResetMail } from '../members/context.ts';
import { resetLink } from '../members/links.ts';
import { lockMember, type MemberKey, noteAddress, updatePassword } from '../members/member-store.ts';
import { assertStrongPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { insertReset, selectReset, takeReset } from './reset-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { accountCounter, findCredentials, type Visit, visitorOf } from './sign-in.ts';
import { counter, takeAttempt } from './throttle.ts';
import { pardonThrottles } from './throttle-store.ts';
import { generateToken, hashToken, isWellFormedToken } from './tokens.ts';

const lifeMs = 60 * 60_000;
/** Per address, before further requests are throttled, so that nobody's mailbox can be flooded. */
const maxMails = 3;
const maxWaiting = 1000;
const mailEveryMs = 20;

/**
 * E-mails a link if the member exists. Neither the response nor its timing reveals whether it does: both cases run the
 * same statements, and the link is created after the response.
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
    // Throttled: the links already sent still work.
    if (error instanceof ApiError) return;
    throw error;
  }
  if (!member) return;
  const { member_id, merchant_id } = member;
  ctx.resetMails.add(() => ({ member_id, merchant_id, email: member.email, locale }));
}

/** Creates and e-mails reset links after the response. If the process crashes first, the member can request another. */
export function createResetMails(context: () => Context): BackgroundWriter<ResetMail> {
  const notMailed = (error?: unknown) =>
    context().log.error({ err: error }, 'queueing the password reset e-mail failed');
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

/** Creates a reset link. Only the hash of its token is stored. */
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
 * Sets the password and ends all sessions. Access to the mailbox proves identity, so failed attempts are cleared and the
 * client's network becomes a known one: guesses by others cannot lock the member out.
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
    await lockMember(tx, member);
    if (!(await takeReset(tx, member, tokenHash))) throw new ApiError('LINK_EXPIRED');
    await updatePassword(tx, member, passwordHash);
    await deleteSessionsOf(tx, member);
    const address = clientNetwork(visit.ip);
    await noteAddress(tx, member, address, ctx.clock.now());
    const counters = [undefined, credentials].map((known) => accountCounter(member.email, address, known));
    await pardonThrottles(
      tx,
      counters.map(({ key }) => ({ key, clear: true })),
    );
    await recordAudit(ctx, tx, visitorOf(member, visit), {
      action: 'resetPassword',
      resourceId: member.member_id,
    });
  });
}
