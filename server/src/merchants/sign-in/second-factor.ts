import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type MemberKey, selectMerchantOf } from '../members/member-store.ts';
import { tellOwners } from '../members/tell-owners.ts';
import { confirmTotp, removeTotp, replaceRecoveryCodes, updatePendingTotp } from './second-factor-store.ts';
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

/** Creates a secret for an authenticator app. It takes effect once a code is confirmed. The caller has confirmed it. */
export async function beginTotp(
  ctx: Context,
  tx: Sql,
  session: SessionRow,
  actor: Actor,
): Promise<{ secret: string; otpauth_url: string }> {
  const secret = generateTotpSecret(ctx.random);
  const kept = await updatePendingTotp(tx, session, ctx.secrets.seal(secret, session.member_id));
  if (!kept) throw new ApiError('SECOND_FACTOR_ALREADY_ON');
  await recordAudit(ctx, tx, actor, { action: 'beginSecondFactor', resourceId: session.member_id });
  const merchant = await selectMerchantOf(tx, session.merchant_id);
  return { secret, otpauth_url: otpauthUrl(secret, merchant?.name ?? 'Causeway', session.email) };
}

/** Turns two-factor authentication on. Only here are the recovery codes returned. The session gets a new token. Owners are mailed. */
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
  const { token, recoveryCodes } = await ctx.db.begin(async (tx) => {
    if (!(await confirmTotp(tx, session, step, ctx.clock.now()))) throw refusal;
    const recoveryCodes = await giveRecoveryCodes(ctx, tx, session);
    await giveBack(tx, counters);
    await recordAudit(ctx, tx, actor, { action: 'turnOnSecondFactor', resourceId: session.member_id });
    await tellOfSecondFactor(ctx, tx, session, 'second_factor_on');
    return { token: await rotateSession(ctx, tx, session), recoveryCodes };
  });
  mailQueued(ctx);
  return { token, recoveryCodes };
}

/** Replaces those that the member has. Only their hashes are stored. */
export async function giveRecoveryCodes(ctx: Context, tx: Sql, key: MemberKey): Promise<string[]> {
  const codes = generateRecoveryCodes(ctx.random);
  const hashes = codes.map((code) => hashToken(plainRecoveryCode(code)));
  await replaceRecoveryCodes(tx, key, hashes);
  return codes;
}

/** The caller has confirmed it. Owners are mailed. */
export async function disableTotp(ctx: Context, tx: Sql, session: SessionRow, actor: Actor): Promise<void> {
  await removeTotp(tx, session);
  await recordAudit(ctx, tx, actor, { action: 'turnOffSecondFactor', resourceId: session.member_id });
  await tellOfSecondFactor(ctx, tx, session, 'second_factor_off');
}

function tellOfSecondFactor(
  ctx: Context,
  tx: Sql,
  session: SessionRow,
  about: 'second_factor_on' | 'second_factor_off',
): Promise<void> {
  return tellOwners(ctx, tx, session.merchant_id, session.member_id, {
    kind: 'security_notice',
    about,
    done_by: session.email,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/settings/members`,
  });
}
