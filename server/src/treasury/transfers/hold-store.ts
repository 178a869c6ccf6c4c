import type { Sql } from '../../platform/db/client.ts';
import { transferMoves } from './states.ts';

/**
 * Holds transfers that wait or are being sent, as the latter may return to `waiting`. Keeps the reason of one that is held
 * already, unless it is `weaker`.
 */
export async function updateHeld(tx: Sql, sources: string[], reason: string, weaker: string): Promise<void> {
  await tx`
    update transfers set held_reason = ${reason}
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and status in ('waiting', 'sending')
      and (held_reason is null or held_reason = ${weaker}) and released_at is null`;
}

export async function updateUnheld(tx: Sql, sources: string[], reasons: string[]): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    update transfers set held_reason = null
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and held_reason = any(${reasons}::text[])
    returning source`;
  return rows.map(({ source }) => source);
}

/** False if it was not held. */
export async function updateReleased(sql: Sql, transferId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    update transfers set held_reason = null, released_at = ${now}
    where transfer_id = ${transferId} and held_reason is not null and status = 'waiting' returning 1`;
  return rows.length > 0;
}

/** Cancels transfers that are still `waiting`. Returns their sources. */
export async function updateCancelled(
  tx: Sql,
  sources: string[],
  failure: { reason: string; message: string },
  now: Date,
): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    update transfers set status = ${transferMoves.fail.to}, due_at = null, problem = null, held_reason = null,
      pay_id = null, ended_at = ${now}, failure_reason = ${failure.reason}, failure_message = ${failure.message}
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and status = 'waiting'
    returning source`;
  return rows.map(({ source }) => source);
}
