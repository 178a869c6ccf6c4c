import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { ApiError } from '../errors.ts';
import { type Actor, recordAudit } from './audit.ts';
import { updatePassword } from './member-store.ts';
import { createMerchant } from './merchants.ts';
import { assertStrongPassword } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { deleteSessionsOf, type SessionRow } from './session-store.ts';
import { endSession } from './sessions.ts';
import { findCredentials, openSession, type Visit } from './sign-in.ts';
import { insertMember } from './store.ts';
import { counter, giveBack, takeAttempt } from './throttle.ts';

const maxWrongPasswords = 5;

/** A merchant of one's own, with an owner who is signed in. */
export async function signUp(
  ctx: Context,
  input: { merchant_name: string; email: string; password: string },
  visit: Visit,
): Promise<string> {
  assertStrongPassword(input.password, input.email, 'password');
  if (input.merchant_name.trim() === '')
    throw new ApiError('MISSING_REQUIRED_FIELD', {
      message: 'The field merchant_name is required.',
      details: { field: 'merchant_name' },
    });
  const passwordHash = await hashPassword(input.password);
  return unlessTaken(
    ctx.db.begin(async (tx) => {
      const { merchant_id } = await createMerchant(ctx, tx, {
        name: input.merchant_name,
        email: input.email,
      });
      const member = { member_id: ctx.ids.next('mem'), merchant_id, email: input.email };
      await insertMember(tx, {
        ...member,
        password_hash: passwordHash,
        role: 'owner',
        created_at: ctx.clock.now(),
      });
      return openSession(ctx, tx, member, visit, { action: 'signUp' });
    }),
  );
}

/** Ends every session of the member and begins a new one for who changed it. */
export async function changePassword(
  ctx: Context,
  session: SessionRow,
  input: { current_password: string; new_password: string },
  visit: Visit,
): Promise<string> {
  await confirmPassword(ctx, session, input.current_password, 'current_password', visit.ip);
  assertStrongPassword(input.new_password, session.email, 'new_password');
  const passwordHash = await hashPassword(input.new_password);
  return ctx.db.begin(async (tx) => {
    await updatePassword(tx, session, passwordHash);
    await deleteSessionsOf(tx, session);
    return openSession(ctx, tx, session, visit, { action: 'changePassword' });
  });
}

/** Whoever finds a page left open cannot do with it what needs the password, nor guess it there. */
export async function confirmPassword(
  ctx: Context,
  session: SessionRow,
  password: string,
  field: string,
  ip: string,
): Promise<void> {
  const counters = [counter(maxWrongPasswords, 'confirm', session.member_id)];
  await takeAttempt(ctx, counters);
  const member = await findCredentials(ctx, session, ip);
  if (!(await isPassword(member?.password_hash, password)))
    throw new ApiError('WRONG_PASSWORD', { details: { field } });
  await giveBack(ctx.db, counters);
}

export async function signOut(ctx: Context, token: string, actor: Actor): Promise<void> {
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

/** An e-mail address is one member, of one merchant. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'members_email'))
      throw new ApiError('EMAIL_TAKEN', { details: { field: 'email' } });
    throw error;
  }
}
