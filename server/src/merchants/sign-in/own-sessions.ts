import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { deviceName } from './devices.ts';
import type { OwnSession } from './own-session.ts';
import { deleteOtherSessions, deleteOwnSession, type SessionRow, selectSessionsOf } from './session-store.ts';
import { idleSince } from './sessions.ts';

/** The member's sessions that can still be used, the last used first. */
export async function listOwnSessions(ctx: Context, session: SessionRow): Promise<OwnSession[]> {
  const now = ctx.clock.now();
  const rows = await selectSessionsOf(ctx.db, session, now, idleSince(now));
  return rows.map((row) => ({
    session_id: row.session_id,
    device: deviceName(row.user_agent),
    network: row.network,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.session_id === session.session_id,
  }));
}

export async function endOwnSession(
  ctx: Context,
  session: SessionRow,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  await ctx.db.begin(async (tx) => {
    if (!(await deleteOwnSession(tx, session, sessionId)))
      throw new ApiError('NOT_FOUND', { message: 'This session has ended already.' });
    await recordAudit(ctx, tx, actor, { action: 'endSession', resourceId: sessionId });
  });
}

/** Ends all sessions of the member but this one. Returns how many there were. */
export async function endOtherSessions(ctx: Context, session: SessionRow, actor: Actor): Promise<number> {
  return ctx.db.begin(async (tx) => {
    const ended = await deleteOtherSessions(tx, session);
    const details = { ended };
    await recordAudit(ctx, tx, actor, { action: 'signOutOthers', resourceId: session.member_id, details });
    return ended;
  });
}
