import type { Sql } from '../db/client.ts';
import { type Page, type PageRequest, selectPage } from '../db/page.ts';
import type { Environment } from '../environment.ts';
import type { PaymentKey } from '../payments/payment.ts';
import type { Use } from './deciding.ts';
import type { UnappliedRow, UnappliedStatus } from './unapplied-fund.ts';

const columns: (keyof UnappliedRow)[] = [
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
];

interface UsedArrival {
  arrival_id: string;
  payment_id: string;
  applied_units: string;
}

/** The arrivals of the payments that were decided before. */
export async function selectUses(sql: Sql, payments: PaymentKey[]): Promise<UsedArrival[]> {
  return sql<UsedArrival[]>`
    select arrival_id, payment_id, applied_units from arrival_uses join unnest(
      ${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)`;
}

/** The payment must be locked: its arrivals are decided one transaction after another. */
export async function insertUses(tx: Sql, payment: PaymentKey, now: Date, uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  await tx`
    insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, decided_at)
    select arrival_id, ${payment.payment_id}, ${payment.merchant_id}, applied, unapplied, ${now}
    from unnest(${uses.map((use) => use.arrivalId)}::text[], ${uses.map((use) => use.applied.toString())}::numeric[],
      ${uses.map((use) => use.unapplied.toString())}::numeric[]) as use (arrival_id, applied, unapplied)`;
}

export async function insertUnapplied(tx: Sql, rows: UnappliedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof UnappliedRow>(name: K) => rows.map((row) => row[name]);
  const times = (name: 'arrived_at' | 'created_at') => rows.map((row) => row[name].toISOString());
  await tx`
    insert into unapplied_funds (unapplied_id, merchant_id, environment, payment_id, arrival_id, status, reason, chain,
      token, token_units, tx_hash, payer_address, arrived_at, created_at)
    select * from unnest(${column('unapplied_id')}::text[], ${column('merchant_id')}::text[],
      ${column('environment')}::text[], ${column('payment_id')}::text[], ${column('arrival_id')}::text[],
      ${column('status')}::text[], ${column('reason')}::text[], ${column('chain')}::text[], ${column('token')}::text[],
      ${column('token_units')}::numeric[], ${column('tx_hash')}::text[], ${column('payer_address')}::text[],
      ${times('arrived_at')}::timestamptz[], ${times('created_at')}::timestamptz[])`;
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
