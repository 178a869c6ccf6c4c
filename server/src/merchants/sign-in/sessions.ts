import type { Context } from '../../app/context.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/durations.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { Db, Sql } from '../../platform/db/client.ts';
import {
  deleteSession,
  insertSession,
  type SessionRow,
  selectSession,
  selectSessionOwner,
  touchSession,
  updateSessionToken,
} from './session-store.ts';
import { generateToken, hashToken, isWellFormedToken } from './tokens.ts';

/** Cached this long, sign-out, suspension and role changes take effect within a second in every process. */
const maxAgeMs = 500;
const maxTokens = 10_000;
const idleMs = dayMs;
export const sessionLifeMs = 14 * dayMs;
const seenEveryMs = 60_000;
const maxSessions = 50;
const maxUserAgent = 300;

/** Sessions not used since then have ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMs);
}

/** The browser a session is started in. */
export interface Device {
  ip: string;
  userAgent: string | undefined;
}

interface Entry {
  askedAtMs: number;
  session: SessionRow | undefined | Promise<SessionRow | undefined>;
}

export interface Sessions {
  /** Returns the session synchronously if cached, and undefined if there is none. */
  find(token: string): SessionRow | undefined | Promise<SessionRow | undefined>;
  /** Drops the cached session, so that changes by this process take effect at once. */
  forget(token: string): void;
}

/** Looks up sessions with a cache, as createAuthenticate does for keys. */
export function createSessions(db: Db, clock: Clock): Sessions {
  const entries = new Map<string, Entry>();
  return {
    find(token) {
      const nowMs = clock.nowMs();
      const known = entries.get(token);
      if (known && Math.abs(nowMs - known.askedAtMs) < maxAgeMs) return known.session;
      if (!isWellFormedToken(token)) return undefined;
      if (entries.size >= maxTokens) entries.clear();
      const session = look(db, clock, token);
      const entry: Entry = { askedAtMs: nowMs, session };
      entries.set(token, entry);
      session.then(
        (found) => {
          entry.session = found;
        },
        () => entries.delete(token),
      );
      return session;
    },
    forget: (token) => void entries.delete(token),
  };
}

async function look(db: Db, clock: Clock, token: string): Promise<SessionRow | undefined> {
  const now = clock.now();
  const session = await selectSession(db, hashToken(token), now, idleSince(now));
  const unseenSince = new Date(now.getTime() - seenEveryMs);
  if (session && session.last_seen_at <= unseenSince) await touchSession(db, session, now, unseenSince);
  return session;
}

/** Creates a session and returns its token, of which only the hash is stored. */
export async function startSession(
  ctx: Context,
  tx: Sql,
  member: { member_id: string; merchant_id: string },
  device: Device,
): Promise<string> {
  const token = generateToken(ctx.random);
  const now = ctx.clock.now();
  const row = {
    session_id: ctx.ids.next('ses', now),
    merchant_id: member.merchant_id,
    member_id: member.member_id,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + sessionLifeMs),
    user_agent: device.userAgent?.slice(0, maxUserAgent) ?? null,
    network: clientNetwork(device.ip),
  };
  await insertSession(tx, row, maxSessions);
  return token;
}

/** Replaces the session's token, so that a leaked one becomes useless. */
export async function rotateSession(
  ctx: Context,
  tx: Sql,
  session: Pick<SessionRow, 'session_id' | 'merchant_id'>,
): Promise<string> {
  const token = generateToken(ctx.random);
  await updateSessionToken(tx, session, hashToken(token));
  return token;
}

export async function endSession(sql: Sql, token: string): Promise<void> {
  if (isWellFormedToken(token)) await deleteSession(sql, hashToken(token));
}

export type Session = SessionRow;

export function ownerOfSession(sql: Sql, token: string): ReturnType<typeof selectSessionOwner> {
  return selectSessionOwner(sql, hashToken(token));
}
