import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { Locale } from '../../lib/locales.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { IdentityContext } from '../members/context.ts';
import {
  type Credentials,
  lockMember,
  type MemberKey,
  noteAddress,
  selectCredentials,
} from '../members/member-store.ts';
import type { ChallengeUse } from '../passkeys/challenges.ts';
import type { Assertion } from '../passkeys/passkey-schema.ts';
import { type VerifiedPasskey, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { isPassword } from './passwords.ts';
import { useRecoveryCode, useStep } from './second-factor-store.ts';
import { type Device, endSession, startSession } from './sessions.ts';
import { type Counter, counter, giveBack, takeAttempt } from './throttle.ts';
import { pardonThrottles } from './throttle-store.ts';
import { hashToken } from './tokens.ts';
import { matchingStep, plainRecoveryCode } from './totp.ts';

/** Details of the request that starts a session. */
export interface Visit extends Device {
  requestId: string;
  /** Null if the browser names none of ours. */
  locale: Locale | null;
  /** The session cookie of the request. That session is ended, which prevents session fixation. */
  oldToken: string | undefined;
}

const maxFailuresOfAccount = 5;
/** Higher, since offices and mobile networks share an IP address. */
const maxFailuresOfAddress = 20;
const addressKnownMs = 90 * dayMs;

export async function signIn(
  ctx: IdentityContext,
  input: { email: string; password: string; code?: string; passkey?: Assertion },
  visit: Visit,
): Promise<string> {
  const address = clientNetwork(visit.ip);
  const member = await findCredentials(ctx, { email: input.email }, visit.ip);
  const counters: [Counter, Counter] = [
    accountCounter(input.email, address, member),
    addressCounter(address),
  ];
  await takeAttempt(ctx, counters);
  const matches = await isPassword(member?.password_hash, input.password);
  if (!member || !matches) throw new ApiError('SIGN_IN_FAILED');
  if (hasSecondFactor(member) && input.code === undefined && input.passkey === undefined) {
    await giveBack(ctx.db, counters);
    throw new ApiError('SECOND_FACTOR_REQUIRED', { details: { passkeys: member.passkeys } });
  }
  const passkey = input.passkey && (await passkeyOf(ctx, member, input.passkey, { purpose: 'sign_in' }));
  return ctx.db.begin(async (tx) => {
    // Locked first, as by removing the member or its second factor: all take their locks in the same order.
    await lockMember(tx, member);
    const factor = await useSecondFactor(ctx, tx, member, passkey ?? input.code ?? '');
    if (factor === null) throw new ApiError('SIGN_IN_FAILED', { details: { field: 'code' } });
    await forgiveAccount(tx, counters);
    const details = factor === 'none' ? {} : { second_factor: factor };
    return openSession(ctx, tx, member, visit, { action: 'signIn', details });
  });
}

/** Starts a session: remembers the client's network, ends the previous session and writes to the audit log. */
export async function openSession(
  ctx: IdentityContext,
  tx: Sql,
  member: MemberKey & { email: string },
  visit: Visit,
  deed: { action: string; details?: Record<string, unknown> },
): Promise<string> {
  await noteAddress(tx, member, clientNetwork(visit.ip), ctx.clock.now());
  if (visit.oldToken !== undefined) {
    await endSession(tx, visit.oldToken);
    ctx.sessions.forget(visit.oldToken);
  }
  await recordAudit(ctx, tx, visitorOf(member, visit), { ...deed, resourceId: member.member_id });
  return startSession(ctx, tx, member, visit);
}

/** The member as whoever acts in this request, for the audit log. */
export function visitorOf(member: MemberKey & { email: string }, { requestId, ip }: Visit): Actor {
  return {
    merchantId: member.merchant_id,
    memberId: member.member_id,
    memberEmail: member.email,
    environment: null,
    requestId,
    ip,
  };
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
 * Networks the member has signed in from have their own counter, and all others share one. So guesses from elsewhere
 * cannot lock the member out.
 */
export function accountCounter(email: string, address: string, member: Credentials | undefined): Counter {
  // The stored address: spellings that Postgres treats as equal must not get separate counters.
  const account = (member?.email ?? email).toLowerCase();
  return member?.knows_address
    ? counter(maxFailuresOfAccount, 'account', account, address)
    : counter(maxFailuresOfAccount, 'account', account);
}

export function addressCounter(address: string): Counter {
  return counter(maxFailuresOfAddress, 'address', address);
}

/** Clears the account's failures, not the network's: signing in to one account must not allow guesses at others. */
async function forgiveAccount(tx: Sql, [account, address]: [Counter, Counter]): Promise<void> {
  await pardonThrottles(tx, [
    { key: account.key, clear: true },
    { key: address.key, clear: false },
  ]);
}

/** Whether the password alone is not enough. */
export function hasSecondFactor(member: Credentials): boolean {
  return member.totp_enabled || member.passkeys > 0;
}

/** Verifies a passkey that must be this member's. */
export async function passkeyOf(
  ctx: Context,
  member: MemberKey,
  given: Assertion,
  use: ChallengeUse,
): Promise<VerifiedPasskey> {
  const verified = await verifyPasskey(ctx, given, use);
  const { member_id, merchant_id } = verified.row;
  if (member_id !== member.member_id || merchant_id !== member.merchant_id)
    throw new ApiError('PASSKEY_REFUSED', { details: { field: 'passkey' } });
  return verified;
}

/** Consumes the passkey's answer or the code and returns its kind, or null if the code is wrong. */
export async function useSecondFactor(
  ctx: Context,
  tx: Sql,
  member: Credentials,
  given: VerifiedPasskey | string,
): Promise<'none' | 'passkey' | 'totp' | 'recovery_code' | null> {
  if (typeof given !== 'string') {
    await given.use(tx);
    return 'passkey';
  }
  if (!hasSecondFactor(member)) return 'none';
  return useCode(ctx, tx, member, given);
}

async function useCode(
  ctx: Context,
  tx: Sql,
  member: Credentials,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const secret = member.totp_enabled ? openTotpSecret(ctx, member) : null;
  const step = secret === null ? null : matchingStep(secret, code, ctx.clock.nowMs());
  if (step !== null) return (await useStep(tx, member, step)) ? 'totp' : null;
  const used = await useRecoveryCode(tx, member, hashToken(plainRecoveryCode(code)));
  return used ? 'recovery_code' : null;
}

/** Null if its master key was abandoned: then only recovery codes work, which need no master key. */
export function openTotpSecret(ctx: Context, member: Credentials): string | null {
  const { totp_secret: sealed, totp_secret_key_id: keyId } = member;
  if (!sealed || !keyId) throw new Error(`Member ${member.member_id} has no TOTP secret`);
  if (!ctx.secrets.keyIds.includes(keyId)) return null;
  return ctx.secrets.open({ sealed, keyId }, member.member_id);
}
