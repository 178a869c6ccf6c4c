import type { Token } from '../../../../lib/chains/registry.ts';
import type { Sql } from '../../../../platform/db/client.ts';

/** Every address that was ever the cold one. */
export async function selectColdAddresses(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { address: string }[]
  >`select address from cold_addresses order by added_at, address`;
  return rows.map(({ address }) => address);
}

/** Adds it unless it is known, and locks it: one worker at a time requests what goes there. */
export async function lockColdAddress(tx: Sql, address: string, now: Date): Promise<void> {
  await tx`
    insert into cold_addresses (address, added_at) values (${address}, ${now}) on conflict do nothing`;
  await tx`select from cold_addresses where address = ${address} for update`;
}

/** Units of each transfer to a cold address that has not ended, by its series. */
export async function selectOpenCold(sql: Sql, series: string): Promise<bigint[]> {
  const rows = await sql<{ units: string }[]>`
    select units::text as units from transfers where series = ${series} and status in ('waiting', 'sending')`;
  return rows.map(({ units }) => BigInt(units));
}

/**
 * What refunds, returns and payouts of the next day need in a token and have not begun to take out of the treasury, and
 * what of it has been asked for. The rest is the balances whose schedule is due within a day: all of them, whatever
 * the merchant keeps as a reserve for refunds. `booked` is what the treasury has in the ledger and is not being sent: of the same
 * moment, since a transfer that begins in between would be in neither.
 */
export async function selectNeeded(
  sql: Sql,
  token: Token,
  until: Date,
): Promise<{ booked: bigint; asked: bigint; needed: bigint }> {
  const [row] = await sql<{ booked: string; asked: string; due: string }[]>`
    with account as (
      select kind, merchant_id, -ledger_balance(account_id) as units from ledger_accounts
      where environment = 'live' and chain = 'solana' and token = ${token}
        and kind in ('refunding', 'in_transit', 'merchant_balance')
    )
    select (
      ledger_balance(ledger_account_id('live', 'vault', null, 'solana', ${token}))
      - coalesce((select sum(units) from transfers where environment = 'live' and chain = 'solana' and token = ${token}
          and status = 'sending' and kind not in ('sweep', 'authorization')), 0)
    )::text as booked, (
      -- Payouts and refunds are owed from the moment they are made, also while they have no transfer yet.
      coalesce((select sum(units) from account where kind in ('refunding', 'in_transit')), 0)
      - coalesce((select sum(units) from transfers where environment = 'live' and chain = 'solana' and token = ${token}
          and status = 'sending' and kind in ('refund', 'payout')), 0)
      + coalesce((select sum(units) from transfers where environment = 'live' and chain = 'solana' and token = ${token}
          and status = 'waiting' and kind in ('return', 'route', 'call')), 0)
      + coalesce((select sum(token_units) from refunds where environment = 'live' and chain = 'solana' and token = ${token}
          and status = 'processing' and covered_at is null), 0)
    )::text as asked, (
      select coalesce(sum(units), 0) from account join settlement_settings s using (merchant_id)
      where kind = 'merchant_balance' and units > 0 and s.environment = 'live' and s.due_at <= ${until}
        and exists (select from payout_wallets w where w.merchant_id = account.merchant_id and w.environment = 'live'
          and w.cancelled_at is null)
    )::text as due`;
  const asked = BigInt(row?.asked ?? 0);
  return { booked: BigInt(row?.booked ?? 0), asked, needed: asked + BigInt(row?.due ?? 0) };
}

/** Final money at deposit addresses, of which sweeps bring what is worth it. */
export async function sumAtDeposits(sql: Sql, token: Token): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select ledger_balance(ledger_account_id('live', 'deposit_address', null, 'solana', ${token}))::text as units`;
  return BigInt(row?.units ?? 0);
}

/** What the ledger has at cold addresses. */
export async function sumCold(sql: Sql, token: string): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select ledger_balance(ledger_account_id('live', 'cold', null, 'solana', ${token}))::text as units`;
  return BigInt(row?.units ?? 0);
}

/** What an address is that is known here as something else than the operator's cold one; null if it is nothing. */
export async function selectKnownAs(sql: Sql, address: string): Promise<string | null> {
  const [row] = await sql<{ what: string }[]>`
    select what from (
      select 'a deposit address of ours' as what from solana_addresses where address = ${address}
      union all
      select 'the payout wallet of a merchant' from payout_wallets
      where environment = 'live' and address = ${address} and cancelled_at is null
    ) as known limit 1`;
  return row?.what ?? null;
}

export interface ColdStatus {
  address: string | null;
  problem: string | null;
  refill: string | null;
  hotUsd: bigint | null;
}

export async function upsertColdStatus(sql: Sql, status: ColdStatus, now: Date): Promise<void> {
  const { address, problem, refill, hotUsd } = status;
  await sql`
    insert into cold_status as known (chain, address, problem, refill, hot_usd, noted_at)
    values ('solana', ${address}, ${problem}, ${refill}, ${hotUsd?.toString() ?? null}::numeric, ${now})
    on conflict (chain) do update set address = excluded.address, problem = excluded.problem, refill = excluded.refill,
      hot_usd = excluded.hot_usd, noted_at = excluded.noted_at`;
}

export async function deleteColdStatus(sql: Sql): Promise<void> {
  await sql`delete from cold_status where chain = 'solana'`;
}

/** What a worker found last; undefined where nothing is cold. */
export async function selectColdStatus(sql: Sql): Promise<(ColdStatus & { notedAt: Date }) | undefined> {
  const [row] = await sql<(Omit<ColdStatus, 'hotUsd'> & { hot_usd: string | null; noted_at: Date })[]>`
    select address, problem, refill, hot_usd::text, noted_at from cold_status where chain = 'solana'`;
  if (!row) return undefined;
  const { address, problem, refill, hot_usd, noted_at } = row;
  return { address, problem, refill, hotUsd: hot_usd === null ? null : BigInt(hot_usd), notedAt: noted_at };
}
