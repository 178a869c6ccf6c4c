import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { IdentityContext } from '../members/context.ts';
import { type Credentials, lockMember, lockOwners } from '../members/member-store.ts';
import { isPassword } from './passwords.ts';
import type { SessionRow } from './session-store.ts';
import { findCredentials, useSecondFactor } from './sign-in.ts';
import { counter, giveBack, takeAttempt } from './throttle.ts';

const maxFailures = 5;
/** A thief with session and password could turn on a second factor of his own: owners have this long to notice. */
const secondFactorAgeMs = dayMs;

export interface Confirmation {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * `if_on`: password, and the second factor of a member who has one. `required`: only for members whose second factor has
 * been on for a day, since money goes to a new place at once.
 */
export type SecondFactorRule = 'if_on' | 'required';

/**
 * Does what a stolen session must not do, once the member has entered password and second factor again. The code is used
 * up in the transaction of the work, so that a refused request can be sent again with it. Throttled.
 */
export async function confirmedBy<T>(
  ctx: IdentityContext,
  session: SessionRow,
  { password, code }: Confirmation,
  rule: SecondFactorRule,
  ip: string,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  const member = await findCredentials(ctx, session, ip);
  if (!member) throw new ApiError('UNAUTHORIZED');
  if (!password || (!code && (member.totp_enabled || rule === 'required')))
    throw new ApiError('CONFIRMATION_REQUIRED');
  if (rule === 'required') assertLongOn(ctx, member);
  const counters = [counter(maxFailures, 'confirm', session.member_id)];
  await takeAttempt(ctx, counters);
  if (!(await isPassword(member.password_hash, password)))
    throw new ApiError('WRONG_PASSWORD', { details: { field: 'password' } });
  let isConfirmed = false;
  try {
    return await ctx.db.begin(async (tx) => {
      // Owners first, as by changes of members: two owners who remove each other take their locks in the same order.
      await lockOwners(tx, member.merchant_id);
      await lockMember(tx, member);
      isConfirmed = (await useSecondFactor(ctx, tx, member, code ?? '')) !== null;
      if (!isConfirmed) throw new ApiError('INVALID_CODE', { details: { field: 'code' } });
      return work(tx);
    });
  } finally {
    if (isConfirmed) await giveBack(ctx.db, counters);
  }
}

function assertLongOn({ clock }: IdentityContext, { totp_confirmed_at: since }: Credentials): void {
  if (since !== null && clock.nowMs() - since.getTime() >= secondFactorAgeMs) return;
  const message = since
    ? `You have turned on two-factor authentication less than a day ago. Do this after ${new Date(since.getTime() + secondFactorAgeMs).toISOString()}, or ask another owner.`
    : 'Turn on two-factor authentication under Settings, Security first. A day later you can do this.';
  throw new ApiError('CONFIRMATION_REQUIRED', {
    message,
    details: { second_factor_since: since?.toISOString() ?? null },
  });
}
