import type { Sql } from '../../platform/db/client.ts';
import type { SecondEnd } from '../../treasury/transfers/transfer.ts';
import { type UnappliedMove, unappliedMoves } from './states.ts';
import { columns, type Resolution } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/**
 * Locks unapplied funds until the transaction ends. Whoever takes an arrival back locks them too, after its payment.
 */
export async function lockUnapplied(
  tx: Sql,
  key: { unapplied_id: string; merchant_id: string },
): Promise<UnappliedRow | undefined> {
  const [row] = await tx<UnappliedRow[]>`
    select ${tx(columns)} from unapplied_funds
    where unapplied_id = ${key.unapplied_id} and merchant_id = ${key.merchant_id} for update`;
  return row;
}

export async function lockUnappliedById(tx: Sql, ids: string[]): Promise<UnappliedRow[]> {
  return tx<UnappliedRow[]>`
    select ${tx(columns)} from unapplied_funds where unapplied_id = any(${ids}::text[])
    order by unapplied_id for update`;
}

export async function lockUnappliedOf(tx: Sql, arrivalIds: string[]): Promise<UnappliedRow[]> {
  return tx<UnappliedRow[]>`
    select ${tx(columns)} from unapplied_funds where arrival_id = any(${arrivalIds}::text[])
    order by unapplied_id for update`;
}

/** Units of an arrival that the ledger has as unapplied now: none while the chain does not have it as final. */
export async function selectBookedUnits(tx: Sql, arrivalId: string): Promise<bigint> {
  const [row] = await tx<{ units: string }[]>`
    select unapplied_units as units from arrival_uses join arrivals using (arrival_id)
    where arrival_id = ${arrivalId} and reversed_at is null and state = 'final'`;
  return BigInt(row?.units ?? 0);
}

export async function selectTimesReversed(tx: Sql, arrivalId: string): Promise<number> {
  const [row] = await tx<{ times: number }[]>`
    select times from arrival_reversals where arrival_id = ${arrivalId}`;
  return row?.times ?? 0;
}

/** Stores the second end of a return that a reorganisation undid. Keeps the stored hash if there is no other. */
export async function updateReturnedAgain(
  tx: Sql,
  unappliedId: string,
  { txHash, failure }: SecondEnd,
): Promise<UnappliedRow | undefined> {
  const [row] = await tx<UnappliedRow[]>`
    update unapplied_funds set return_tx_hash = coalesce(${txHash}, return_tx_hash),
      failure_reason = ${failure?.reason ?? null}, failure_message = ${failure?.message ?? null}
    where unapplied_id = ${unappliedId} and status = 'returned' returning *`;
  return row;
}

/** The customer is asked until `expiresAt`. The caller has locked the funds. */
export async function updateAsked(
  tx: Sql,
  key: { unapplied_id: string; merchant_id: string },
  expiresAt: Date,
  isMailed: boolean,
): Promise<UnappliedRow | undefined> {
  const [row] = await tx<UnappliedRow[]>`
    update unapplied_funds set claim_expires_at = ${expiresAt}, claim_emailed = ${isMailed}
    where unapplied_id = ${key.unapplied_id} and merchant_id = ${key.merchant_id} and status = 'open'
    returning ${tx(columns)}`;
  return row;
}

/** Whether screening holds the returns of these funds. */
export async function updateAwaitsScreening(tx: Sql, ids: string[], awaits: boolean): Promise<void> {
  await tx`
    update unapplied_funds set awaits_screening = ${awaits}
    where unapplied_id = any(${ids}::text[]) and status = 'returning'`;
}

/** The only statement that returns or credits. The second of two concurrent moves gets nothing back. */
export async function moveUnapplied(
  tx: Sql,
  move: UnappliedMove,
  row: UnappliedRow,
  changes: Partial<Resolution>,
): Promise<UnappliedRow | undefined> {
  const { from, to } = unappliedMoves[move];
  const next = { ...row, ...changes };
  const [moved] = await tx<UnappliedRow[]>`
    update unapplied_funds set status = ${to}, awaits_screening = false, returned_to = ${next.returned_to},
      return_tx_hash = ${next.return_tx_hash}, ended_at = ${next.ended_at}, fee_units = ${next.fee_units}::numeric,
      failure_reason = ${next.failure_reason}, failure_message = ${next.failure_message},
      claim_expires_at = ${next.claim_expires_at}, claim_emailed = ${next.claim_emailed},
      claimed_address = ${next.claimed_address}, claimed_at = ${next.claimed_at}
    where unapplied_id = ${row.unapplied_id} and merchant_id = ${row.merchant_id}
      and status = any(${[...from]}::text[])
    returning ${tx(columns)}`;
  return moved;
}
