import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { selectMerchantOf } from '../members/member-store.ts';
import { confirmTotp, insertRecoveryCodes, removeTotp, updatePendingTotp } from './second-factor-store.ts';
import type { SessionRow } from './session-store.ts';
import { rotateSession } from './sessions.ts';
import { findCredentials, openTotpSecret } from './sign-in.ts';
import { counter, giveBack, takeAttempt } from './throttle.ts';
import { hashToken } from './tokens.ts';
import {
  generateRecoveryCodes,
  generateTotpSecret,
  matchingStep,
  otpauthUrl,
  plainRecoveryCode,
} from './totp.ts';

const maxWrongCodes = 5;

/** Creates a secret for an authenticator app. It takes effect once a code is confirmed. */
export async function beginTotp(
  ctx: Context,
  session: SessionRow,
  actor: Actor,
): Promise<{ secret: string; otpauth_url: string }> {
  const secret = generateTotpSecret(ctx.random);
  await ctx.db.begin(async (tx) => {
    const kept = await updatePendingTotp(tx, session, ctx.secrets.seal(secret, session.member_id));
    if (!kept) throw new ApiError('SECOND_FACTOR_ALREADY_ON');
    await recordAudit(ctx, tx, actor, { action: 'beginSecondFactor', resourceId: session.member_id });
  });
  const merchant = await selectMerchantOf(ctx.db, session.merchant_id);
  return { secret, otpauth_url: otpauthUrl(secret, merchant?.name ?? 'Causeway', session.email) };
}

/** Turns two-factor authentication on. Only here are the recovery codes returned. The session gets a new token. */
export async function confirmTotpCode(
  ctx: Context,
  session: SessionRow,
  actor: Actor,
  code: string,
): Promise<{ token: string; recoveryCodes: string[] }> {
  const refusal = new ApiError('INVALID_CODE', { details: { field: 'code' } });
  const counters = [counter(maxWrongCodes, 'totp', session.member_id)];
  await takeAttempt(ctx, counters);
  const member = await findCredentials(ctx, session, actor.ip);
  if (!member?.totp_secret || member.totp_enabled) throw refusal;
  const secret = openTotpSecret(ctx, member);
  const step = secret === null ? null : matchingStep(secret, code, ctx.clock.nowMs());
  if (step === null) throw refusal;
  const recoveryCodes = generateRecoveryCodes(ctx.random);
  const token = await ctx.db.begin(async (tx) => {
    if (!(await confirmTotp(tx, session, step, ctx.clock.now()))) throw refusal;
    await insertRecoveryCodes(
      tx,
      session,
      recoveryCodes.map((recoveryCode) => hashToken(plainRecoveryCode(recoveryCode))),
    );
    await giveBack(tx, counters);
    await recordAudit(ctx, tx, actor, { action: 'turnOnSecondFactor', resourceId: session.member_id });
    return rotateSession(ctx, tx, session);
  });
  return { token, recoveryCodes };
}

export async function disableTotp(ctx: Context, session: SessionRow, actor: Actor): Promise<void> {
  await ctx.db.begin(async (tx) => {
    await removeTotp(tx, session);
    await recordAudit(ctx, tx, actor, { action: 'turnOffSecondFactor', resourceId: session.member_id });
  });
}
