import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentKey } from '../payment/payment.ts';
import type { DepositRow, WatchedDepositRow } from './deposit.ts';

/** Returns the stored rows. A chain and token chosen before keep their first quote. */
export async function insertDeposits(tx: Sql, rows: DepositRow[], checkAt: Date): Promise<DepositRow[]> {
  if (rows.length === 0) return [];
  const column = <K extends keyof DepositRow>(name: K) => rows.map((row) => row[name]);
  return tx<DepositRow[]>`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units,
      address, created_at, usd_per_token, usd_per_currency, quote_sources, quoted_at, quote_expires_at, check_at)
    select *, ${checkAt}::timestamptz from unnest(
      ${column('deposit_id')}::text[], ${column('payment_id')}::text[], ${column('merchant_id')}::text[],
      ${column('environment')}::text[], ${column('chain')}::text[], ${column('token')}::text[],
      ${column('token_units')}::numeric[], ${column('tolerance_units')}::numeric[], ${column('address')}::text[],
      ${rows.map((row) => row.created_at.toISOString())}::timestamptz[],
      ${column('usd_per_token')}::numeric[], ${column('usd_per_currency')}::numeric[],
      ${column('quote_sources')}::text[], ${rows.map((row) => row.quoted_at?.toISOString() ?? null)}::timestamptz[],
      ${rows.map((row) => row.quote_expires_at?.toISOString() ?? null)}::timestamptz[])
    on conflict (payment_id, merchant_id, chain, token) do update set check_at = excluded.check_at
    returning deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units,
      address, created_at, usd_per_token, usd_per_currency, quote_sources, quoted_at, quote_expires_at`;
}

/** Replaces a quote that has run out by a new one, and keeps the old one. The payment must be locked. */
export async function updateQuoteRenewed(tx: Sql, row: DepositRow): Promise<void> {
  await tx`
    with kept as (
      insert into earlier_quotes (payment_id, merchant_id, chain, token, token_units, usd_per_token, usd_per_currency,
        quote_sources, quoted_at, quote_expires_at)
      select payment_id, merchant_id, chain, token, token_units, usd_per_token, usd_per_currency, quote_sources,
        quoted_at, quote_expires_at
      from deposits
      where payment_id = ${row.payment_id} and merchant_id = ${row.merchant_id} and chain = ${row.chain}
        and token = ${row.token} and quote_expires_at <= ${row.quoted_at}
      on conflict do nothing)
    update deposits set token_units = ${row.token_units}, tolerance_units = ${row.tolerance_units},
      usd_per_token = ${row.usd_per_token},
      usd_per_currency = ${row.usd_per_currency}, quote_sources = ${row.quote_sources},
      quoted_at = ${row.quoted_at}, quote_expires_at = ${row.quote_expires_at}
    where payment_id = ${row.payment_id} and merchant_id = ${row.merchant_id} and chain = ${row.chain}
      and token = ${row.token} and quote_expires_at <= ${row.quoted_at}`;
}

/** Quotes of the deposit that newer ones replaced, oldest first. */
export async function selectEarlierQuotes(
  sql: Sql,
  { payment_id, merchant_id, chain, token }: PaymentKey & { chain: ChainId; token: Token },
): Promise<{ token_units: string; quoted_at: Date; quote_expires_at: Date }[]> {
  return sql<{ token_units: string; quoted_at: Date; quote_expires_at: Date }[]>`
    select token_units, quoted_at, quote_expires_at from earlier_quotes
    where payment_id = ${payment_id} and merchant_id = ${merchant_id} and chain = ${chain} and token = ${token}
    order by quoted_at`;
}

/** Claims due deposits until `leaseUntil`. If the worker is killed, they become due again then. */
export async function takeDueDeposits(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
  busyChains: string[],
): Promise<WatchedDepositRow[]> {
  return sql<WatchedDepositRow[]>`
    update deposits d set check_at = ${leaseUntil}
    from payments p
    where d.ctid = any(array(
      select ctid from deposits
      where check_at <= ${now} and environment || ' ' || chain <> all(${busyChains}::text[])
      order by check_at limit ${limit} for update skip locked
    )) and p.payment_id = d.payment_id and p.merchant_id = d.merchant_id
    returning d.deposit_id, d.payment_id, d.merchant_id, d.environment, d.chain, d.token, d.token_units, d.tolerance_units, d.address,
      d.created_at, d.check_at, d.choice is not null as followed, p.status, p.expires_at, p.chain as payment_chain,
      p.token as payment_token, p.amount_minor, p.currency, d.usd_per_token, d.usd_per_currency, d.quote_sources, d.quoted_at, d.quote_expires_at`;
}

/** Marks the option chosen last at the checkout. The payment must be locked, so that choices are numbered in order. */
export async function updateDepositChosen(
  tx: Sql,
  { payment_id, merchant_id, chain, token }: PaymentKey & { chain: ChainId; token: Token },
): Promise<void> {
  await tx`
    update deposits set choice = 1 + (
      select coalesce(max(choice), 0) from deposits where payment_id = ${payment_id} and merchant_id = ${merchant_id})
    where payment_id = ${payment_id} and merchant_id = ${merchant_id} and chain = ${chain} and token = ${token}`;
}

export async function selectDepositsOf(sql: Sql, key: PaymentKey): Promise<WatchedDepositRow[]> {
  return sql<WatchedDepositRow[]>`
    select d.deposit_id, d.payment_id, d.merchant_id, d.environment, d.chain, d.token, d.token_units, d.tolerance_units, d.address,
      d.created_at, d.check_at, d.choice is not null as followed, p.status, p.expires_at, p.chain as payment_chain,
      p.token as payment_token, p.amount_minor, p.currency, d.usd_per_token, d.usd_per_currency, d.quote_sources, d.quoted_at, d.quote_expires_at
    from deposits d join payments p using (payment_id, merchant_id)
    where d.payment_id = ${key.payment_id} and d.merchant_id = ${key.merchant_id} order by d.created_at`;
}

export async function selectDepositsOfAll(sql: Sql, payments: PaymentKey[]): Promise<DepositRow[]> {
  return sql<DepositRow[]>`
    select deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units, address,
      created_at, usd_per_token, usd_per_currency, quote_sources, quoted_at, quote_expires_at
    from deposits join unnest(${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)`;
}

/**
 * Null `confirmations` keep the previous count. `check_at` is kept if someone changed it since this look began: a payer
 * who has just paid wants the next look at once.
 */
export async function updateDepositsChecked(
  tx: Sql,
  checks: { deposit: WatchedDepositRow; asOf: Date; checkAt: Date | null; confirmations: number | null }[],
): Promise<void> {
  await tx`
    update deposits d set checked_at = next.as_of,
      check_at = case when d.check_at is not distinct from next.found_at then next.check_at else d.check_at end,
      confirmations = coalesce(next.confirmations, d.confirmations)
    from unnest(
      ${checks.map((c) => c.deposit.payment_id)}::text[], ${checks.map((c) => c.deposit.merchant_id)}::text[],
      ${checks.map((c) => c.deposit.chain)}::text[], ${checks.map((c) => c.deposit.token)}::text[],
      ${checks.map((c) => c.asOf.toISOString())}::timestamptz[],
      ${checks.map((c) => c.deposit.check_at?.toISOString() ?? null)}::timestamptz[],
      ${checks.map((c) => c.checkAt?.toISOString() ?? null)}::timestamptz[],
      ${checks.map((c) => c.confirmations)}::integer[])
      as next (payment_id, merchant_id, chain, token, as_of, found_at, check_at, confirmations)
    where d.payment_id = next.payment_id and d.merchant_id = next.merchant_id
      and d.chain = next.chain and d.token = next.token`;
}

export async function updateDepositsDue(tx: Sql, payments: PaymentKey[], now: Date): Promise<void> {
  await tx`
    update deposits d set check_at = ${now}
    from unnest(${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as due (payment_id, merchant_id)
    where d.payment_id = due.payment_id and d.merchant_id = due.merchant_id`;
}

export async function nextDepositCheck(sql: Sql, busyChains: string[]): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select min(check_at) as at from deposits
    where check_at is not null and environment || ' ' || chain <> all(${busyChains}::text[])`;
  return row?.at ?? null;
}
