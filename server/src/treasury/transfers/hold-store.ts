import type { Fragment, Sql } from '../../platform/db/client.ts';
import { transferMoves } from './states.ts';

/**
 * Holds transfers that wait or are being sent, as the latter may return to `waiting`. Keeps the reason of one that is held
 * already, unless it is one of `weaker`.
 */
export async function updateHeld(
  tx: Sql,
  sources: string[],
  reason: string,
  weaker: string[],
): Promise<void> {
  await tx`
    update transfers set held_reason = ${reason}
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and status in ('waiting', 'sending')
      and (held_reason is null or held_reason = any(${weaker}::text[])) and released_at is null`;
}

/** Why a refund and a payout are held while their balance is below zero. */
export type BelowZero = Record<'refund' | 'payout', string>;

/**
 * What a transfer stays held for when its reason is gone. That may have been the first of two: the balance can have gone below
 * zero since. The caller has locked the balance.
 */
export function otherReason(tx: Sql, { refund, payout }: BelowZero): Fragment {
  return tx`case
    when environment = 'live' and kind in ('refund', 'payout')
      and ledger_balance(ledger_account_id(environment, 'merchant_balance', merchant_id, chain, token)) > 0
    then case kind when 'refund' then ${refund} else ${payout} end end`;
}

/** Leaves those whose balance is below zero held. */
export async function updateUnheld(
  tx: Sql,
  sources: string[],
  reasons: string[],
  below: BelowZero,
): Promise<string[]> {
  const rows = await tx<{ source: string; held_reason: string | null }[]>`
    update transfers set held_reason = ${otherReason(tx, below)}
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and held_reason = any(${reasons}::text[])
    returning source, held_reason`;
  return rows.flatMap(({ source, held_reason }) => (held_reason === null ? [source] : []));
}

/** False if it was not held. */
export async function updateReleased(sql: Sql, transferId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    update transfers set held_reason = null, released_at = ${now}
    where transfer_id = ${transferId} and held_reason is not null and status = 'waiting' returning 1`;
  return rows.length > 0;
}

/** Cancels transfers that are still `waiting`, but none that may have been paid. Returns their sources. */
export async function updateCancelled(
  tx: Sql,
  sources: string[],
  failure: { reason: string; message: string },
  now: Date,
): Promise<string[]> {
  const rows = await tx<{ source: string }[]>`
    update transfers set status = ${transferMoves.fail.to}, due_at = null, problem = null, held_reason = null,
      ended_at = ${now}, failure_reason = ${failure.reason}, failure_message = ${failure.message}
    where source = any(${sources}::text[]) and kind not in ('sweep', 'authorization') and status = 'waiting'
      and pay_id is null
    returning source`;
  return rows.map(({ source }) => source);
}
