import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { PaymentKey } from '../payment/payment.ts';
import type { BookedUse } from './arrival-postings.ts';
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
];

export interface UsedArrival {
  arrival_id: string;
  payment_id: string;
  applied_units: string;
  fee_units: string;
}

/** The arrivals of the payments that were decided before, without those that were reversed. */
export async function selectUses(sql: Sql, payments: PaymentKey[]): Promise<UsedArrival[]> {
  return sql<UsedArrival[]>`
    select arrival_id, payment_id, applied_units, fee_units from arrival_uses join unnest(
      ${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)
    where reversed_at is null`;
}

/** The payment must be locked: its arrivals are decided one transaction after another. */
export async function insertUses(
  tx: Sql,
  payment: PaymentKey,
  now: Date,
  uses: readonly BookedUse[],
): Promise<void> {
  if (uses.length === 0) return;
  await tx`
    insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, fee_units, decided_at)
    select arrival_id, ${payment.payment_id}, ${payment.merchant_id}, applied, unapplied, fee, ${now}
    from unnest(${uses.map((use) => use.arrivalId)}::text[], ${uses.map((use) => use.applied.toString())}::numeric[],
      ${uses.map((use) => use.unapplied.toString())}::numeric[], ${uses.map((use) => use.fee.toString())}::numeric[])
      as use (arrival_id, applied, unapplied, fee)
    on conflict (arrival_id) do update set applied_units = excluded.applied_units,
      unapplied_units = excluded.unapplied_units, fee_units = excluded.fee_units, decided_at = excluded.decided_at,
      reversed_at = null
    where arrival_uses.reversed_at is not null`;
}

/** Takes back what was decided about arrivals that the chain has abandoned. Returns that are under way go on. */
export async function updateReversed(tx: Sql, arrivalIds: string[], now: Date): Promise<void> {
  const { to } = unappliedMoves.reverse;
  await tx`update arrival_uses set reversed_at = ${now} where arrival_id = any(${arrivalIds}::text[])`;
  await tx`
    update unapplied_funds set status = ${to}, fee_units = 0, ended_at = null
    where arrival_id = any(${arrivalIds}::text[]) and status in ('open', 'credited')`;
}

/** How often arrivals of these payments were taken out of the ledger. */
export async function selectArrivalReversals(
  sql: Sql,
  payments: readonly PaymentKey[],
): Promise<{ arrival_id: string; times: number }[]> {
  return sql<{ arrival_id: string; times: number }[]>`
    select arrival_id, times from arrival_reversals join unnest(
      ${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)`;
}

export async function addArrivalReversals(
  tx: Sql,
  rows: readonly (PaymentKey & { arrival_id: string })[],
): Promise<void> {
  await tx`
    insert into arrival_reversals as known (arrival_id, payment_id, merchant_id, times)
    select *, 1 from unnest(${rows.map((r) => r.arrival_id)}::text[], ${rows.map((r) => r.payment_id)}::text[],
      ${rows.map((r) => r.merchant_id)}::text[])
    on conflict (arrival_id) do update set times = known.times + 1`;
}

export async function insertReversal(
  tx: Sql,
  payment: PaymentKey & { chain: string; token: string },
  units: bigint,
  now: Date,
): Promise<void> {
  await tx`
    insert into payment_reversals (payment_id, merchant_id, chain, token, token_units, reversed_at)
    values (${payment.payment_id}, ${payment.merchant_id}, ${payment.chain}, ${payment.token}, ${units.toString()}, ${now})`;
}

/** Units of the payment that were reversed before. */
export async function selectReversedUnits(sql: Sql, payment: PaymentKey): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(token_units), 0) as units from payment_reversals
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id}`;
  return BigInt(row?.units ?? 0);
}

export type NewUnapplied = Omit<
  UnappliedRow,
  'returned_to' | 'return_tx_hash' | 'ended_at' | 'fee_units' | 'failure_reason' | 'failure_message'
>;

/** Returns the rows as stored: money that was reversed and came back keeps its id. */
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
    where unapplied_funds.status = 'reversed'
    returning ${tx(columns)}`;
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
