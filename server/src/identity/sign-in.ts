import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { dayMs } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { clientNetwork } from '../ip-ranges.ts';
import { recordAudit } from '../merchants/audit.ts';
import type { IdentityContext } from './context.ts';
import { type Credentials, noteAddress, selectCredentials } from './member-store.ts';
import { isPassword } from './passwords.ts';
import { useRecoveryCode, useStep } from './second-factor-store.ts';
import { endSession, startSession } from './sessions.ts';
import { type Counter, counter, giveBack, takeAttempt } from './throttle.ts';
import { deleteThrottle } from './throttle-store.ts';
import { hashToken } from './tokens.ts';
import { matchingStep, plainRecoveryCode } from './totp.ts';

/** The request somebody signs in by. */
export interface Visit {
  ip: string;
  requestId: string;
  /** The cookie that came with it: its session ends, so that nobody goes on in a session another one planted. */
  oldToken: string | undefined;
}

const maxFailuresOfAccount = 5;
/** Offices and mobile networks share an address. */
const maxFailuresOfAddress = 20;
const addressKnownMs = 90 * dayMs;

export async function signIn(
  ctx: IdentityContext,
  input: { email: string; password: string; code?: string },
  visit: Visit,
): Promise<string> {
  const address = clientNetwork(visit.ip);
  const member = await findCredentials(ctx, { email: input.email }, visit.ip);
  const counters = [
    accountCounter(input.email, address, member),
    counter(maxFailuresOfAddress, 'address', address),
  ];
  await takeAttempt(ctx, counters);
  const matches = await isPassword(member?.password_hash, input.password);
  if (!member || !matches) throw new ApiError('SIGN_IN_FAILED');
  if (member.totp_enabled && input.code === undefined) {
    await giveBack(ctx.db, counters);
    throw new ApiError('SECOND_FACTOR_REQUIRED');
  }
  return ctx.db.begin(async (tx) => {
    const factor = await useSecondFactor(ctx, tx, member, input.code ?? '');
    if (factor === null) throw new ApiError('SIGN_IN_FAILED', { details: { field: 'code' } });
    await forgiveAccount(tx, counters);
    const details = factor === 'none' ? {} : { second_factor: factor };
    return openSession(ctx, tx, member, visit, { action: 'signIn', details });
  });
}

/** What everybody who gets a session has in common: a new token, an address that is known from here on, a line in the log. */
export async function openSession(
  ctx: IdentityContext,
  tx: Sql,
  member: { member_id: string; merchant_id: string; email: string },
  visit: Visit,
  deed: { action: string; details?: Record<string, unknown> },
): Promise<string> {
  await noteAddress(tx, member, clientNetwork(visit.ip), ctx.clock.now());
  if (visit.oldToken !== undefined) {
    await endSession(tx, visit.oldToken);
    ctx.sessions.forget(visit.oldToken);
  }
  const actor = {
    merchantId: member.merchant_id,
    memberId: member.member_id,
    memberEmail: member.email,
    environment: null,
    requestId: visit.requestId,
    ip: visit.ip,
  };
  await recordAudit(ctx, tx, actor, { ...deed, resourceId: member.member_id });
  return startSession(ctx, tx, member);
}

export function findCredentials(
  ctx: Context,
  by: { email: string } | { member_id: string; merchant_id: string },
  ip: string,
): Promise<Credentials | undefined> {
  const knownSince = new Date(ctx.clock.nowMs() - addressKnownMs);
  return selectCredentials(ctx.db, by, clientNetwork(ip), knownSince);
}

/**
 * Failures are counted for the account, but apart from that for each address its member has signed in from: strangers
 * who guess on hold up each other, and not the member at home.
 */
export function accountCounter(email: string, address: string, member: Credentials | undefined): Counter {
  // Letters that the database takes for the same would each begin a count of their own: the account has one address.
  const account = (member?.email ?? email).toLowerCase();
  return member?.knows_address
    ? counter(maxFailuresOfAccount, 'account', account, address)
    : counter(maxFailuresOfAccount, 'account', account);
}

/** The account's failures are forgotten; the address's stay, or one good account would pay for guesses at others. */
async function forgiveAccount(tx: Sql, [account, address]: Counter[]): Promise<void> {
  if (account) await deleteThrottle(tx, account.key);
  if (address) await giveBack(tx, [address]);
}

/** Which factor the code was, once it is used up; null when it is none. */
async function useSecondFactor(
  ctx: Context,
  tx: Sql,
  member: Credentials,
  code: string,
): Promise<'none' | 'totp' | 'recovery_code' | null> {
  if (!member.totp_enabled) return 'none';
  const step = matchingStep(openTotpSecret(ctx, member), code, ctx.clock.nowMs());
  if (step !== null) return (await useStep(tx, member, step)) ? 'totp' : null;
  const used = await useRecoveryCode(tx, member, hashToken(plainRecoveryCode(code)));
  return used ? 'recovery_code' : null;
}

export function openTotpSecret(ctx: Context, member: Credentials): string {
  const { totp_secret: sealed, totp_secret_key_id: keyId } = member;
  if (!sealed || !keyId) throw new Error(`Member ${member.member_id} has no second factor to open`);
  return ctx.secrets.open({ sealed, keyId }, member.member_id);
}
