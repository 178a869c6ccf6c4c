import type { Sql } from '../../platform/db/client.ts';

export interface ExchangeRow {
  address: string;
  name: string | null;
  added_at: Date;
}

/** Limits the scan for an address that thousands of payments came from. */
const maxPayments = 1000;

/**
 * Whether the address is on the operator's list of exchanges, and how many customers paid from it. Only e-mail addresses that
 * merchants gave count: at a checkout, a link or a button anybody can enter five.
 */
export async function selectSender(
  sql: Sql,
  address: string,
): Promise<{ isListed: boolean; customers: number }> {
  const [row] = await sql<{ is_listed: boolean; customers: number }[]>`
    select exists (select from exchange_addresses where address = ${address}) as is_listed,
      (select count(distinct lower(customer_email))::integer from (
        select p.customer_email from arrivals a join watched_addresses w on w.chain = a.chain and w.address = a.address
          join payments p on p.payment_id = w.payment_id
        where a.payer_address = ${address} and p.customer_email is not null and not p.email_from_checkout
          and not exists (
            select from payment_link_payments l where l.payment_id = p.payment_id and l.merchant_id = p.merchant_id)
        limit ${maxPayments}
      ) as payment) as customers`;
  return { isListed: row?.is_listed ?? false, customers: row?.customers ?? 0 };
}

export async function upsertExchange(sql: Sql, row: ExchangeRow): Promise<void> {
  await sql`
    insert into exchange_addresses (address, name, added_at) values (${row.address}, ${row.name}, ${row.added_at})
    on conflict (address) do update set name = excluded.name`;
}

export async function deleteExchange(sql: Sql, address: string): Promise<boolean> {
  return (await sql`delete from exchange_addresses where address = ${address} returning 1`).length > 0;
}

export async function selectExchanges(sql: Sql, limit: number): Promise<ExchangeRow[]> {
  return sql<ExchangeRow[]>`select * from exchange_addresses order by name, address limit ${limit}`;
}

/** True for addresses of the operator's wallet, for deposit addresses, and for cold ones of any time. */
export async function isOurAddress(sql: Sql, address: string): Promise<boolean> {
  const [row] = await sql<{ is_ours: boolean }[]>`
    select exists (select from deposits where environment = 'live' and address = ${address})
      or exists (select from solana_addresses where address = ${address})
      or exists (select from operator_wallet
        where ${address} in (evm_operator, evm_next_operator, evm_first_operator, file_account, evm_vault, evm_settler,
          solana_treasury, solana_next_treasury, solana_fee_payer, solana_trader))
      or exists (select from former_treasuries where address = ${address})
      or exists (select from cold_addresses where address = ${address}) as is_ours`;
  return row?.is_ours ?? false;
}

/** Wallets of the operator on Solana, and its cold addresses; none before it has one. */
export async function selectSolanaWallets(sql: Sql): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select unnest(array[solana_treasury, solana_fee_payer, solana_trader]) as address from operator_wallet
    union select solana_next_treasury from operator_wallet where solana_next_treasury is not null
    union select address from former_treasuries
    union select address from cold_addresses`;
  return rows.map(({ address }) => address);
}
