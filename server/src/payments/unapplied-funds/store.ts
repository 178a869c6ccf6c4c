import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import { type UnappliedStatus, unappliedMoves } from './states.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

export const columns: (keyof UnappliedRow)[] = [
  'unapplied_id',
  'merchant_id',
  'environment',
  'payment_id',
  'arrival_id',
  'status',
  'reason',
  'awaits_screening',
  'chain',
  'token',
  'token_units',
  'tx_hash',
  'payer_address',
  'arrived_at',
  'created_at',
  'returned_to',
  'return_tx_hash',
  'ended_at',
  'fee_units',
  'failure_reason',
  'failure_message',
  'claim_expires_at',
  'claim_emailed',
  'claimed_address',
  'claimed_at',
];

/** What becomes of the funds after they were stored. */
export type Resolution = Pick<
  UnappliedRow,
  | 'returned_to'
  | 'return_tx_hash'
  | 'ended_at'
  | 'fee_units'
  | 'failure_reason'
  | 'failure_message'
  | 'claim_expires_at'
  | 'claim_emailed'
  | 'claimed_address'
  | 'claimed_at'
>;

export type NewUnapplied = Omit<UnappliedRow, 'awaits_screening' | keyof Resolution>;

/** Returns the rows as stored: money that was reversed and came back, or that screening let go, keeps its id. */
export async function insertUnapplied(tx: Sql, rows: NewUnapplied[]): Promise<UnappliedRow[]> {
  if (rows.length === 0) return [];
  const column = <K extends keyof NewUnapplied>(name: K) => rows.map((row) => row[name]);
  const times = (name: 'arrived_at' | 'created_at') => rows.map((row) => row[name].toISOString());
  return tx<UnappliedRow[]>`
    insert into unapplied_funds (unapplied_id, merchant_id, environment, payment_id, arrival_id, status, reason, chain,
      token, token_units, tx_hash, payer_address, arrived_at, created_at)
    select * from unnest(${column('unapplied_id')}::text[], ${column('merchant_id')}::text[],
      ${column('environment')}::text[], ${column('payment_id')}::text[], ${column('arrival_id')}::text[],
      ${column('status')}::text[], ${column('reason')}::text[], ${column('chain')}::text[], ${column('token')}::text[],
      ${column('token_units')}::numeric[], ${column('tx_hash')}::text[], ${column('payer_address')}::text[],
      ${times('arrived_at')}::timestamptz[], ${times('created_at')}::timestamptz[])
    on conflict (arrival_id) do update set status = 'open', reason = excluded.reason, token_units = excluded.token_units
    where unapplied_funds.status = any(${[...unappliedMoves.reopen.from]}::text[])
    returning ${tx(columns)}`;
}

/**
 * Money that was returned, or is being, is in another block now: its row follows it, so that nobody returns it a second time.
 * One row at a time, since a transaction can pay the same amount twice. Returns the id of a return that is under way.
 */
export async function moveReturned(tx: Sql, { arrival_id, ...row }: NewUnapplied): Promise<string | null> {
  const [moved] = await tx<{ unapplied_id: string; status: UnappliedStatus }[]>`
    update unapplied_funds set arrival_id = ${arrival_id} where unapplied_id = (
      select unapplied_id from unapplied_funds join arrivals using (arrival_id)
      where unapplied_funds.merchant_id = ${row.merchant_id} and payment_id = ${row.payment_id}
        and status in ('returning', 'returned')
        and unapplied_funds.chain = ${row.chain} and unapplied_funds.token = ${row.token}
        and token_units = ${row.token_units} and unapplied_funds.tx_hash = ${row.tx_hash} and state = 'gone'
        and not exists (select from unapplied_funds where arrival_id = ${arrival_id})
      order by unapplied_id limit 1)
    returning unapplied_id, status`;
  return moved?.status === 'returning' ? moved.unapplied_id : null;
}

export async function selectUnapplied(
  sql: Sql,
  key: { unapplied_id: string; merchant_id: string },
): Promise<UnappliedRow | undefined> {
  const [row] = await sql<UnappliedRow[]>`
    select ${sql(columns)} from unapplied_funds
    where unapplied_id = ${key.unapplied_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export interface UnappliedFilter {
  environment: Environment;
  paymentId: string | null;
  status: UnappliedStatus | null;
}

export async function selectUnappliedPage(
  sql: Sql,
  filter: UnappliedFilter,
  request: PageRequest,
): Promise<Page<UnappliedRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.paymentId === null ? sql`` : sql`and payment_id = ${filter.paymentId}`}
    ${filter.status === null ? sql`` : sql`and status = ${filter.status}`}`;
  return selectPage(sql, { table: 'unapplied_funds', idColumn: 'unapplied_id', columns, where }, request);
}
