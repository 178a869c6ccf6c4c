import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Answer, Question } from './screening.ts';

export interface ScreeningRow extends Question {
  /** The deposit address, or the transfer. */
  subject: string;
  /** Null until there is an answer. */
  verdict: Answer['verdict'] | null;
  reason: string | null;
  /** `makers` stands for the providers. */
  decided_by: 'makers' | 'down' | 'operator' | null;
  attempts: number;
  /** Why there is no answer yet. */
  problem: string | null;
  created_at: Date;
  answered_at: Date | null;
}

export type NewScreening = Question & Pick<ScreeningRow, 'subject'>;

/** Money that is not final yet, and that nobody was asked about. Merchants take turns. */
export async function selectUnaskedArrivals(
  sql: Sql,
  chains: readonly ChainId[],
  limit: number,
): Promise<Omit<NewScreening, 'screening_id'>[]> {
  return sql<Omit<NewScreening, 'screening_id'>[]>`
    select 'in' as direction, 'payment' as kind, a.chain, a.address as subject, coalesce(a.payer_address, '') as address,
      a.token, a.units::text as units, a.tx_hash, d.merchant_id, d.payment_id as resource_id
    from arrivals a cross join lateral (
      select merchant_id, payment_id from deposits where address = a.address and environment = 'live' limit 1) d
    where a.chain = any(${[...chains]}::text[]) and a.state = 'seen' and a.token is not null and not exists (
      select from screenings s where s.direction = 'in' and s.chain = a.chain and s.subject = a.address
        and s.address = coalesce(a.payer_address, '') and s.token = a.token and s.units = a.units)
    order by row_number() over (partition by d.merchant_id order by a.seen_at, a.arrival_id), a.seen_at, a.arrival_id limit ${limit}`;
}

/** Transfers that wait to be sent to somebody, and that nobody was asked about. Merchants take turns. */
export async function selectUnaskedTransfers(
  sql: Sql,
  chains: readonly ChainId[],
  kinds: readonly string[],
  limit: number,
): Promise<Omit<NewScreening, 'screening_id'>[]> {
  return sql<Omit<NewScreening, 'screening_id'>[]>`
    select 'out' as direction, t.kind, t.chain, t.transfer_id as subject, t.to_address as address, t.token,
      t.units::text as units, null as tx_hash, t.merchant_id, t.source as resource_id
    from transfers t
    where t.chain = any(${[...chains]}::text[]) and t.status = 'waiting' and t.environment = 'live'
      and t.kind = any(${[...kinds]}::text[]) and not exists (
        select from screenings s where s.direction = 'out' and s.chain = t.chain and s.subject = t.transfer_id
          and s.address = t.to_address and s.token = t.token and s.units = t.units)
    order by row_number() over (partition by t.merchant_id order by t.created_at, t.transfer_id), t.created_at, t.transfer_id limit ${limit}`;
}

/** Leaves known questions alone. */
export async function insertScreenings(sql: Sql, rows: readonly NewScreening[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof NewScreening>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into screenings (screening_id, direction, kind, chain, subject, address, token, units, merchant_id, resource_id,
      tx_hash, due_at, created_at)
    select *, ${now}::timestamptz, ${now}::timestamptz from unnest(${column('screening_id')}::text[],
      ${column('direction')}::text[], ${column('kind')}::text[], ${column('chain')}::text[], ${column('subject')}::text[],
      ${column('address')}::text[], ${column('token')}::text[], ${column('units')}::numeric[],
      ${column('merchant_id')}::text[], ${column('resource_id')}::text[], ${column('tx_hash')}::text[])
    on conflict do nothing`;
}

/**
 * Claims due questions until `leaseUntil`: a worker that dies while it asks leaves them to another one. Merchants take turns,
 * and of each the one that has been due longest is first.
 */
export async function claimDue(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<ScreeningRow[]> {
  return sql<ScreeningRow[]>`
    with claimed as (
      update screenings set due_at = ${leaseUntil}, attempts = attempts + 1
      where ctid = any(array(
        select ctid from screenings where verdict is null and due_at <= ${now} and screening_id = any(array(
          select screening_id from screenings where verdict is null and due_at <= ${now}
          order by row_number() over (partition by merchant_id order by due_at, screening_id), due_at, screening_id limit ${limit}))
        for update skip locked))
      returning *)
    select * from claimed order by screening_id`;
}

export async function nextDueScreening(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from screenings where verdict is null`;
  return row?.at ?? null;
}

export async function updateUnanswered(sql: Sql, id: string, problem: string, dueAt: Date): Promise<void> {
  await sql`
    update screenings set problem = ${problem}, due_at = ${dueAt} where screening_id = ${id} and verdict is null`;
}

/** The only statement that sets a verdict. Null in `from` stands for none; undefined if it has another one. */
export async function updateVerdict(
  tx: Sql,
  id: string,
  from: readonly (Answer['verdict'] | null)[],
  { verdict, reason }: Answer,
  by: NonNullable<ScreeningRow['decided_by']>,
  now: Date,
): Promise<ScreeningRow | undefined> {
  const [row] = await tx<ScreeningRow[]>`
    update screenings set verdict = ${verdict}, reason = ${reason}, decided_by = ${by}, problem = null, answered_at = ${now}
    where screening_id = ${id} and coalesce(verdict, '') = any(${from.map((one) => one ?? '')}::text[])
    returning *`;
  return row;
}

/** Questions that nobody can be asked any more. Money goes its way without an answer once screening is off. */
export async function deleteUnanswered(sql: Sql): Promise<void> {
  await sql`delete from screenings where verdict is null`;
}

/** Refused transfers that have not ended. */
export async function selectRefusedTransfers(sql: Sql, limit: number): Promise<ScreeningRow[]> {
  return sql<ScreeningRow[]>`
    select s.* from transfers t join screenings s on s.direction = 'out' and s.chain = t.chain
      and s.subject = t.transfer_id and s.address = t.to_address and s.token = t.token and s.units = t.units
    where t.status = 'waiting' and s.verdict = 'refuse' limit ${limit}`;
}

export async function updateTransferProblem(tx: Sql, transferId: string, problem: string): Promise<void> {
  await tx`update transfers set problem = ${problem} where transfer_id = ${transferId} and status = 'waiting'`;
}

export async function selectScreening(sql: Sql, id: string): Promise<ScreeningRow | undefined> {
  const [row] = await sql<ScreeningRow[]>`select * from screenings where screening_id = ${id}`;
  return row;
}

/** What waits for somebody's decision or for an answer, oldest first. */
export async function selectOpenScreenings(sql: Sql, limit: number): Promise<ScreeningRow[]> {
  return sql<ScreeningRow[]>`
    select * from screenings s
    where verdict is distinct from 'ok' and decided_by is distinct from 'operator' and (direction = 'in' or exists (
      select from transfers t where t.transfer_id = s.subject and t.to_address = s.address and t.status = 'waiting'))
    order by screening_id limit ${limit}`;
}

/** Lets final money know the verdict. Returns the arrivals. */
export async function updateScreenedArrivals(tx: Sql, row: ScreeningRow): Promise<string[]> {
  const rows = await tx<{ arrival_id: string }[]>`
    update arrivals set screening = ${row.verdict === 'ok' ? null : row.verdict}
    where chain = ${row.chain} and address = ${row.subject} and coalesce(payer_address, '') = ${row.address}
      and token = ${row.token} and units = ${row.units}::numeric and screening is not null
    returning arrival_id`;
  return rows.map(({ arrival_id }) => arrival_id);
}
