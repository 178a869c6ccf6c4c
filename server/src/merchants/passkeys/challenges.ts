import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';

export const challengeLifeMs = 5 * 60_000;
const challengeBytes = 32;

/** What a challenge was made for, and in which session. One to sign in has none. */
export type ChallengeUse =
  | { purpose: 'sign_in' }
  | { purpose: 'register' | 'confirm'; session: { session_id: string; merchant_id: string } };

/** Random bytes for a passkey to sign, in base64url. */
export async function makeChallenge(ctx: Context, sql: Sql, use: ChallengeUse): Promise<string> {
  const challenge = Buffer.from(ctx.random.bytes(challengeBytes));
  const session = 'session' in use ? use.session : null;
  const expiresAt = new Date(ctx.clock.nowMs() + challengeLifeMs);
  await sql`
    insert into passkey_challenges (challenge, purpose, merchant_id, session_id, expires_at)
    values (${challenge}, ${use.purpose}, ${session?.merchant_id ?? null}, ${session?.session_id ?? null}, ${expiresAt})`;
  return challenge.toString('base64url');
}

/**
 * Uses up the challenge, whatever comes of it: an answer that is refused cannot be tried again. False if it was used, has
 * expired, or was made for something else or in another session.
 */
export async function takeChallenge(ctx: Context, challenge: string, use: ChallengeUse): Promise<boolean> {
  const session = 'session' in use ? use.session : null;
  const { count } = await ctx.db`
    delete from passkey_challenges
    where challenge = ${Buffer.from(challenge, 'base64url')} and purpose = ${use.purpose}
      and session_id is not distinct from ${session?.session_id ?? null}
      and merchant_id is not distinct from ${session?.merchant_id ?? null} and expires_at > ${ctx.clock.now()}`;
  return count > 0;
}
