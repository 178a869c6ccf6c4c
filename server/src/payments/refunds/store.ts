import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { SecondEnd } from '../../treasury/transfers/transfer.ts';
import type { PaymentKey } from '../payment/payment.ts';
import { type RefundMove, type RefundStatus, type RefundWait, refundMoves } from './states.ts';

export interface RefundRow {
  refund_id: string;
  merchant_id: string;
  environment: Environment;
  payment_id: string;
  status: RefundStatus;
  amount_minor: bigint;
  currency: Currency;
  chain: ChainId;
  token: Token;
  /** numeric(78, 0), as text. */
  token_units: string;
  /** The part of `token_units` that comes from the operator's fee. The merchant's balance pays the rest. */
  fee_units: string;
  /** When its money was taken out of the balance; null while it waits for that. */
  covered_at: Date | null;
  reason: string | null;
  /** Null while it waits for an address. */
  refunded_to: string | null;
  /** Whether the customer was mailed a claim link. */
  claim_emailed: boolean;
  /** Whether its transfer is held for the operator. */
  is_held: boolean;
  /** Whether screening holds its transfer. */
  awaits_screening: boolean;
  tx_hash: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  created_at: Date;
  completed_at: Date | null;
  /** Units that the balance lacks for it. Set only by `withMissing`. */
  missing_units?: string;
}

export interface RefundKey {
  refund_id: string;
  merchant_id: string;
}

/** Columns of a list item; without check_at. */
export const refundColumns: (keyof RefundRow)[] = [
  'refund_id',
  'merchant_id',
  'environment',
  'payment_id',
  'status',
  'amount_minor',
  'currency',
  'chain',
  'token',
  'token_units',
  'fee_units',
  'covered_at',
  'reason',
  'refunded_to',
  'claim_emailed',
  'is_held',
  'awaits_screening',
  'tx_hash',
  'failure_reason',
  'failure_message',
  'created_at',
  'completed_at',
];

/** `checkAt` is when its wait for an address ends; null if it has one. */
export async function insertRefund(tx: Sql, row: RefundRow, checkAt: Date | null): Promise<void> {
  await tx`
    insert into refunds (refund_id, merchant_id, environment, payment_id, status, amount_minor, currency, chain, token,
      token_units, fee_units, reason, refunded_to, claim_emailed, created_at, check_at)
    values (${row.refund_id}, ${row.merchant_id}, ${row.environment}, ${row.payment_id}, ${row.status},
      ${row.amount_minor.toString()}::bigint, ${row.currency}, ${row.chain}, ${row.token},
      ${row.token_units}::numeric, ${row.fee_units}::numeric, ${row.reason}, ${row.refunded_to}, ${row.claim_emailed}, ${row.created_at},
      ${checkAt})`;
}

export async function selectRefund(sql: Sql, key: RefundKey): Promise<RefundRow | undefined> {
  const [row] = await sql<RefundRow[]>`
    select ${sql(refundColumns)} from refunds where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export interface RefundFilter {
  environment: Environment;
  paymentId: string | null;
  status: RefundStatus | null;
}

export async function selectRefundPage(
  sql: Sql,
  filter: RefundFilter,
  request: PageRequest,
): Promise<Page<RefundRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.paymentId !== null ? sql`and payment_id = ${filter.paymentId}` : sql``}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}`;
  return selectPage(sql, { table: 'refunds', idColumn: 'refund_id', columns: refundColumns, where }, request);
}

/** Ordered by payment, the order in which payments are locked. */
export async function selectRefundsById(sql: Sql, ids: string[]): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    select ${sql(refundColumns)} from refunds where refund_id = any(${ids}::text[]) order by payment_id, refund_id`;
}

/** Refunds that got no address in time. */
export async function selectWithoutAddress(sql: Sql, now: Date, limit: number): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    select ${sql(refundColumns)} from refunds
    where status = 'processing' and refunded_to is null and check_at <= ${now}
    order by check_at, refund_id limit ${limit}`;
}

/** Undefined unless it waits for an address. */
export async function updateAddress(
  tx: Sql,
  key: RefundKey,
  address: string,
): Promise<RefundRow | undefined> {
  const [row] = await tx<RefundRow[]>`
    update refunds set refunded_to = ${address}, check_at = null
    where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id} and status = 'processing'
      and refunded_to is null
    returning ${tx(refundColumns)}`;
  return row;
}

/** Undefined unless it is `processing`. */
export async function updateAwaiting(
  tx: Sql,
  key: RefundKey,
  deadline: Date,
  claimEmailed: boolean,
): Promise<RefundRow | undefined> {
  const [row] = await tx<RefundRow[]>`
    update refunds set refunded_to = null, awaits_screening = false, check_at = ${deadline}, claim_emailed = ${claimEmailed}
    where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id} and status = 'processing'
    returning ${tx(refundColumns)}`;
  return row;
}

export async function nextWithoutAddress(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(check_at) as at from refunds where status = 'processing'`;
  return row?.at ?? null;
}

export async function selectUnderWay(sql: Sql, payment: PaymentKey): Promise<string[]> {
  const rows = await sql<{ refund_id: string }[]>`
    select refund_id from refunds
    where payment_id = ${payment.payment_id} and merchant_id = ${payment.merchant_id} and status = 'processing'`;
  return rows.map(({ refund_id }) => refund_id);
}

export async function updateHeld(sql: Sql, ids: string[], isHeld: boolean): Promise<void> {
  await sql`
    update refunds set is_held = ${isHeld} where refund_id = any(${ids}::text[]) and is_held <> ${isHeld}`;
}

/** Those that have no transfer which is still held. */
export async function updateUnheld(sql: Sql, ids: string[]): Promise<void> {
  await sql`
    update refunds set is_held = false where refund_id = any(${ids}::text[]) and is_held and not exists (
      select from transfers where transfer_id = refund_id and held_reason is not null)`;
}

export async function updateAwaitsScreening(tx: Sql, ids: string[], awaits: boolean): Promise<void> {
  await tx`
    update refunds set awaits_screening = ${awaits} where refund_id = any(${ids}::text[]) and status = 'processing'`;
}

/** Sets the transaction of a refund before it is final. */
export async function updateRefundTransaction(sql: Sql, refundId: string, txHash: string): Promise<void> {
  await sql`update refunds set tx_hash = ${txHash} where refund_id = ${refundId} and status = 'processing'`;
}

/** Records the second end of a completed refund. A null hash keeps the stored one. */
export async function updateSecondEnd(
  tx: Sql,
  refundId: string,
  { txHash, failure }: SecondEnd,
): Promise<RefundRow | undefined> {
  const [row] = await tx<RefundRow[]>`
    update refunds set tx_hash = coalesce(${txHash}, tx_hash), failure_reason = ${failure?.reason ?? null},
      failure_message = ${failure?.message ?? null}
    where refund_id = ${refundId} and status = 'completed' returning *`;
  return row;
}

export interface RefundEnd {
  failure: { failureReason: string; failureMessage: string } | null;
  /** Null keeps the stored hash. */
  txHash: string | null;
  /** Where the money went; null keeps the stored address. */
  sentTo: string | null;
  /** For `abandon`: the refund must still wait for one of these. */
  stillWaitsFor?: readonly RefundWait[];
}

/** The only statement that changes a refund's status. The second of two concurrent moves gets nothing back. */
export async function moveRefund(
  tx: Sql,
  move: RefundMove,
  now: Date,
  key: RefundKey,
  { failure, txHash, sentTo, stillWaitsFor = [] }: RefundEnd,
): Promise<RefundRow | undefined> {
  const { from, to } = refundMoves[move];
  const [row] = await tx<RefundRow[]>`
    update refunds set status = ${to}, check_at = null, is_held = false, awaits_screening = false,
      tx_hash = coalesce(${txHash}, tx_hash),
      refunded_to = coalesce(${sentTo}, refunded_to),
      completed_at = case when ${move === 'complete'} then ${now}::timestamptz end,
      failure_reason = ${failure?.failureReason ?? null}, failure_message = ${failure?.failureMessage ?? null}
    where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id} and status = any(${[...from]}::text[])
      and (${move !== 'abandon'} or (refunded_to is null and ${stillWaitsFor.includes('address')})
        or (covered_at is null and ${stillWaitsFor.includes('balance')}))
    returning *`;
  return row;
}
