import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import type { IdentityContext } from '../members/context.ts';
import { type Credentials, lockMember, lockOwners } from '../members/member-store.ts';
import type { Assertion } from '../passkeys/passkey-schema.ts';
import type { VerifiedPasskey } from '../passkeys/verify-passkey.ts';
import { isPassword } from './passwords.ts';
import type { SessionRow } from './session-store.ts';
import { findCredentials, hasSecondFactor, passkeyOf, useSecondFactor } from './sign-in.ts';
import { counter, giveBack, takeAttempt } from './throttle.ts';

const maxFailures = 5;
/** A thief with session and password could turn on a second factor of his own: owners have this long to notice. */
const secondFactorAgeMs = dayMs;

/** A passkey, or the password and the code of a member who has a second factor. */
export interface Confirmation {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

/**
 * `if_on`: password, and the second factor of a member who has one. `required`: only for members whose second factor has
 * been on for a day, since money goes to a new place at once. A passkey is both.
 */
export type SecondFactorRule = 'if_on' | 'required';

/**
 * Does what a stolen session must not do, once the member has used a passkey, or entered password and second factor again.
 * A code is used up in the transaction of the work, so that a refused request can be sent again with it. Throttled.
 */
export async function confirmedBy<T>(
  ctx: IdentityContext,
  session: SessionRow,
  given: Confirmation,
  rule: SecondFactorRule,
  ip: string,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  const member = await findCredentials(ctx, session, ip);
  if (!member) throw new ApiError('UNAUTHORIZED');
  if (!isComplete(given, member, rule))
    throw new ApiError('CONFIRMATION_REQUIRED', { details: { passkeys: member.passkeys } });
  if (rule === 'required' && !given.passkey)
    assertLongOn(ctx, member.totp_confirmed_at ?? member.passkey_since);
  const counters = [counter(maxFailures, 'confirm', session.member_id)];
  await takeAttempt(ctx, counters);
  const factor = await provenBy(ctx, session, member, given);
  if (rule === 'required' && typeof factor !== 'string') assertLongOn(ctx, factor.row.created_at);
  let isConfirmed = false;
  try {
    return await ctx.db.begin(async (tx) => {
      // Owners first, as by changes of members: two owners who remove each other take their locks in the same order.
      await lockOwners(tx, member.merchant_id);
      await lockMember(tx, member);
      isConfirmed = (await useSecondFactor(ctx, tx, member, factor)) !== null;
      if (!isConfirmed) throw new ApiError('INVALID_CODE', { details: { field: 'code' } });
      return work(tx);
    });
  } finally {
    if (isConfirmed) await giveBack(ctx.db, counters);
  }
}

function isComplete(given: Confirmation, member: Credentials, rule: SecondFactorRule): boolean {
  if (given.passkey) return true;
  const needsCode = hasSecondFactor(member) || rule === 'required';
  return Boolean(given.password) && (Boolean(given.code) || !needsCode);
}

/** The passkey, or the code that comes with the right password. */
async function provenBy(
  ctx: IdentityContext,
  session: SessionRow,
  member: Credentials,
  { password, code, passkey }: Confirmation,
): Promise<VerifiedPasskey | string> {
  if (passkey) return passkeyOf(ctx, member, passkey, { purpose: 'confirm', session });
  if (!(await isPassword(member.password_hash, password ?? '')))
    throw new ApiError('WRONG_PASSWORD', { details: { field: 'password' } });
  return code ?? '';
}

function assertLongOn({ clock }: IdentityContext, since: Date | null): void {
  if (since !== null && clock.nowMs() - since.getTime() >= secondFactorAgeMs) return;
  const message = since
    ? `You have turned on this second factor less than a day ago. Do this after ${new Date(since.getTime() + secondFactorAgeMs).toISOString()}, or ask another owner.`
    : 'Add a passkey or turn on two-factor authentication under Settings, Security first. A day later you can do this.';
  throw new ApiError('CONFIRMATION_REQUIRED', {
    message,
    details: { second_factor_since: since?.toISOString() ?? null },
  });
}
