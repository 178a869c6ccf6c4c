import type { Sql } from '../../platform/db/client.ts';
import type { BalanceKey } from '../../treasury/payouts/waiting-refunds.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { type RefundKey, type RefundRow, refundColumns } from './store.ts';

/** The balance of a refund. */
export type RefundAccount = BalanceKey & { refund_id: string };

/**
 * Balances that suffice for the oldest refund that waits for them, after `after`. Refunds behind a larger, older one do
 * not count, since they are not covered before it: a balance that cannot go on would take the place of others.
 */
export async function selectWaitingAccounts(
  sql: Sql,
  after: string,
  limit: number,
): Promise<RefundAccount[]> {
  return sql<RefundAccount[]>`
    select merchant_id, environment, chain, token, refund_id from (
      select distinct on (merchant_id, environment, chain, token)
        merchant_id, environment, chain, token, refund_id, token_units - fee_units as needed
      from refunds where status = 'processing' and covered_at is null and not is_held
      order by merchant_id, environment, chain, token, refund_id
    ) as oldest
    where refund_id > ${after}
      and needed <= -ledger_balance(ledger_account_id(environment, 'merchant_balance', merchant_id, chain, token))
    order by refund_id limit ${limit}`;
}

/** Refunds that wait for one balance, oldest first. */
export async function selectWaiting(sql: Sql, account: BalanceKey, limit: number): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    select ${sql(refundColumns)} from refunds where ${uncovered(sql, account)} and not is_held
    order by refund_id limit ${limit}`;
}

/** Whether an older refund of the same balance still waits. */
export async function isAnyAhead(sql: Sql, refund: RefundRow): Promise<boolean> {
  const rows = await sql`
    select 1 from refunds where ${uncovered(sql, refund)} and not is_held and refund_id < ${refund.refund_id} limit 1`;
  return rows.length > 0;
}

function uncovered(sql: Sql, { merchant_id, environment, chain, token }: BalanceKey) {
  return sql`merchant_id = ${merchant_id} and environment = ${environment} and chain = ${chain} and token = ${token}
    and status = 'processing' and covered_at is null`;
}

/** Undefined unless it waits for the balance. */
export async function updateCovered(tx: Sql, key: RefundKey, now: Date): Promise<RefundRow | undefined> {
  const [row] = await tx<RefundRow[]>`
    update refunds set covered_at = ${now}
    where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id} and status = 'processing'
      and covered_at is null
    returning ${tx(refundColumns)}`;
  return row;
}

/** Units that the balance lacks for each refund and all older ones. Covered refunds have no entry. */
export async function selectMissing(sql: Sql, refunds: readonly RefundKey[]): Promise<Map<string, bigint>> {
  const rows = await sql<{ refund_id: string; missing: string }[]>`
    select r.refund_id, greatest(0, (
        select sum(a.token_units - a.fee_units) from refunds a
        where a.merchant_id = r.merchant_id and a.environment = r.environment and a.chain = r.chain and a.token = r.token
          and a.status = 'processing' and a.covered_at is null and a.refund_id <= r.refund_id
      ) + ledger_balance(ledger_account_id(r.environment, 'merchant_balance', r.merchant_id, r.chain, r.token))) as missing
    from refunds r where (r.refund_id, r.merchant_id) in (
      select * from unnest(${refunds.map((r) => r.refund_id)}::text[], ${refunds.map((r) => r.merchant_id)}::text[]))
      and r.status = 'processing' and r.covered_at is null`;
  return new Map(rows.map(({ refund_id, missing }) => [refund_id, BigInt(missing)]));
}

/** Refunds that have waited for the balance since this time or longer. */
export async function selectUncoveredSince(sql: Sql, since: Date, limit: number): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    select ${sql(refundColumns)} from refunds
    where status = 'processing' and covered_at is null and created_at <= ${since} order by refund_id limit ${limit}`;
}

/**
 * What is left of the operator's fee on a payment after its refunds. Zero if the operator keeps the fees of this
 * merchant's refunded payments.
 */
export async function selectFeeLeft(sql: Sql, payment: PaymentRow): Promise<bigint> {
  const { payment_id, merchant_id, environment, chain, token } = payment;
  const booked =
    environment === 'live'
      ? sql`
          select sum(fee_units) from arrival_uses
          where payment_id = ${payment_id} and merchant_id = ${merchant_id} and reversed_at is null`
      : sql`
          select -sum(units) from ledger_entries
          where source = ${payment_id} and kind = 'completion' and environment = ${environment}
            and account_id = ledger_account_id(${environment}, 'fee_income', null, ${chain}, ${token})`;
  const [row] = await sql<{ units: string }[]>`
    select greatest(0, coalesce((${booked}), 0) - (
      select coalesce(sum(fee_units), 0) from refunds
      where payment_id = ${payment_id} and merchant_id = ${merchant_id} and status <> 'failed')) as units
    from merchants where merchant_id = ${merchant_id} and refund_fees = 'returned'`;
  return BigInt(row?.units ?? '0');
}

/** Covered refunds of one balance that have not ended. */
export async function selectCovered(sql: Sql, account: BalanceKey): Promise<string[]> {
  const { merchant_id, environment, chain, token } = account;
  const rows = await sql<{ refund_id: string }[]>`
    select refund_id from refunds
    where merchant_id = ${merchant_id} and environment = ${environment} and chain = ${chain} and token = ${token}
      and status = 'processing' and covered_at is not null`;
  return rows.map(({ refund_id }) => refund_id);
}

/** Refunds held for this reason whose balance is zero or above. */
export async function selectHeldAboveZero(sql: Sql, reason: string, limit: number): Promise<RefundAccount[]> {
  return sql<RefundAccount[]>`
    select source as refund_id, merchant_id, environment, chain, token from transfers
    where kind = 'refund' and environment = 'live' and status in ('waiting', 'sending') and held_reason = ${reason}
      and ledger_balance(ledger_account_id('live', 'merchant_balance', merchant_id, chain, token)) <= 0
    order by transfer_id limit ${limit}`;
}
