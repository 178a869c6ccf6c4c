import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PaymentKey } from '../payment/payment.ts';
import type { DepositRow } from './deposit.ts';

/** Returns the stored rows. A chain and token chosen before keep their first quote. */
export async function insertDeposits(tx: Sql, rows: DepositRow[]): Promise<DepositRow[]> {
  if (rows.length === 0) return [];
  const column = <K extends keyof DepositRow>(name: K) => rows.map((row) => row[name]);
  return tx<DepositRow[]>`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units,
      address, created_at, usd_per_token, usd_per_currency, quote_sources, quoted_at, quote_expires_at)
    select * from unnest(
      ${column('deposit_id')}::text[], ${column('payment_id')}::text[], ${column('merchant_id')}::text[],
      ${column('environment')}::text[], ${column('chain')}::text[], ${column('token')}::text[],
      ${column('token_units')}::numeric[], ${column('tolerance_units')}::numeric[], ${column('address')}::text[],
      ${rows.map((row) => row.created_at.toISOString())}::timestamptz[],
      ${column('usd_per_token')}::numeric[], ${column('usd_per_currency')}::numeric[],
      ${column('quote_sources')}::text[], ${rows.map((row) => row.quoted_at?.toISOString() ?? null)}::timestamptz[],
      ${rows.map((row) => row.quote_expires_at?.toISOString() ?? null)}::timestamptz[])
    -- Written as it is, so that it is returned.
    on conflict (payment_id, merchant_id, chain, token) do update set address = deposits.address
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

/** In the order in which they were opened. */
export async function selectDeposits(sql: Sql, payments: readonly PaymentKey[]): Promise<DepositRow[]> {
  return sql<DepositRow[]>`
    select deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units, address,
      created_at, usd_per_token, usd_per_currency, quote_sources, quoted_at, quote_expires_at
    from deposits join unnest(${payments.map((p) => p.payment_id)}::text[], ${payments.map((p) => p.merchant_id)}::text[])
      as wanted (payment_id, merchant_id) using (payment_id, merchant_id)
    order by created_at`;
}

/** The payment of a merchant whose money goes to this address, on any chain. */
export async function selectPaymentAt(
  sql: Sql,
  { merchant_id, environment }: { merchant_id: string; environment: Environment },
  address: string,
): Promise<string | undefined> {
  const [row] = await sql<{ payment_id: string }[]>`
    select payment_id from deposits
    where lower(address) = ${address.toLowerCase()} and merchant_id = ${merchant_id} and environment = ${environment}
    limit 1`;
  return row?.payment_id;
}
