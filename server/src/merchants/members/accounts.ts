import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { Locale } from '../../lib/locales.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { createKey, createMerchant } from '../merchants.ts';
import { assertStrongPassword } from '../sign-in/password-rules.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { deleteSessionsOf, type SessionRow } from '../sign-in/session-store.ts';
import { endSession } from '../sign-in/sessions.ts';
import { openSession, type Visit } from '../sign-in/sign-in.ts';
import { counter, takeAttempt } from '../sign-in/throttle.ts';
import { queueVerification } from '../sign-in/verification.ts';
import type { IdentityContext } from './context.ts';
import { insertMember, updatePassword } from './member-store.ts';

/** A day, from one network, before further ones wait. */
const maxSignUps = 10;

/** `testKey` is the key itself, of which only the hash is stored. */
export interface SignedUp {
  token: string;
  testKey: string;
}

/**
 * Creates a merchant with a test key and its owner, and signs the owner in. With a mail server, the owner has to confirm
 * the address.
 */
export async function signUp(
  ctx: IdentityContext,
  input: { merchant_name: string; email: string; password: string },
  locale: Locale,
  visit: Visit,
): Promise<SignedUp> {
  assertStrongPassword(input.password, input.email, 'password');
  if (input.merchant_name.trim() === '')
    throw new ApiError('MISSING_REQUIRED_FIELD', {
      message: 'The field merchant_name is required.',
      details: { field: 'merchant_name' },
    });
  await takeSignUp(ctx, visit.ip);
  const passwordHash = await hashPassword(input.password);
  const mustVerify = ctx.mailer !== null;
  const signedUp = await unlessTaken(
    ctx.db.begin(async (tx) => {
      const { merchant_id } = await createMerchant(ctx, tx, {
        name: input.merchant_name,
        email: input.email,
        isVerified: !mustVerify,
      });
      const member = { member_id: ctx.ids.next('mem'), merchant_id, email: input.email };
      await insertMember(tx, {
        ...member,
        password_hash: passwordHash,
        role: 'owner',
        created_at: ctx.clock.now(),
        locale,
      });
      if (mustVerify) await queueVerification(ctx, tx, member, locale);
      const { key } = await createKey(ctx, tx, {
        merchantId: merchant_id,
        environment: 'test',
        kind: 'secret',
        allowedIps: [],
        name: 'First test key',
      });
      return { token: await openSession(ctx, tx, member, visit, { action: 'signUp' }), testKey: key };
    }),
  );
  if (mustVerify) mailQueued(ctx);
  return signedUp;
}

/** Nobody fills the service with merchants, each of which may write to strangers. */
async function takeSignUp(ctx: IdentityContext, ip: string): Promise<void> {
  try {
    await takeAttempt(ctx, [counter(maxSignUps, 'sign-up', clientNetwork(ip))]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { details, headers } = error;
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Too many accounts were created from your network. Try again in ${headers['retry-after']} seconds.`,
      ...(details ? { details } : {}),
      headers,
    });
  }
}

/** Ends all of the member's sessions and starts a new one. The caller has confirmed it. */
export async function changePassword(
  ctx: IdentityContext,
  tx: Sql,
  session: SessionRow,
  newPassword: string,
  visit: Visit,
): Promise<string> {
  assertStrongPassword(newPassword, session.email, 'new_password');
  await updatePassword(tx, session, await hashPassword(newPassword));
  await deleteSessionsOf(tx, session);
  return openSession(ctx, tx, session, visit, { action: 'changePassword' });
}

export async function signOut(ctx: IdentityContext, token: string, actor: Actor): Promise<void> {
  await ctx.db.begin(async (tx) => {
    await endSession(tx, token);
    await recordAudit(ctx, tx, actor, { action: 'signOut', resourceId: actor.memberId });
  });
  ctx.sessions.forget(token);
}

export async function signOutEverywhere(ctx: Context, session: SessionRow, actor: Actor): Promise<void> {
  await ctx.db.begin(async (tx) => {
    await deleteSessionsOf(tx, session);
    await recordAudit(ctx, tx, actor, { action: 'signOutEverywhere', resourceId: session.member_id });
  });
}

/** E-mail addresses are unique across all merchants. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'members_email'))
      throw new ApiError('EMAIL_TAKEN', { details: { field: 'email' } });
    throw error;
  }
}
