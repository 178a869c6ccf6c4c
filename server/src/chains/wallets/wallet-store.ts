import type { Sql } from '../../platform/db/client.ts';
import type { WalletRow } from './wallet-row.ts';

export async function selectWallet(sql: Sql): Promise<WalletRow | undefined> {
  const [row] = await sql<WalletRow[]>`
    select evm_operator, evm_next_operator, evm_first_operator, evm_vault, evm_settler, file_account, solana_treasury, solana_next_treasury,
      solana_fee_payer, solana_trader, created_at
    from operator_wallet`;
  return row;
}

/** False when there is one already. */
export async function insertWallet(sql: Sql, row: WalletRow): Promise<boolean> {
  const rows = await sql`
    insert into operator_wallet (evm_operator, evm_first_operator, evm_vault, evm_settler, file_account, solana_treasury,
      solana_fee_payer, solana_trader, created_at)
    values (${row.evm_operator}, ${row.evm_first_operator}, ${row.evm_vault}, ${row.evm_settler}, ${row.file_account}, ${row.solana_treasury},
      ${row.solana_fee_payer}, ${row.solana_trader}, ${row.created_at})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** Notes that a worker has WALLET_FILE. */
export async function updateFileSeen(sql: Sql, now: Date, unlessAfter: Date): Promise<void> {
  await sql`
    update operator_wallet set file_seen_at = ${now} where file_seen_at is null or file_seen_at <= ${unlessAfter}`;
}

/** The EVM accounts of WALLET_FILE, if a worker had it after `since`. */
export async function selectFileAccounts(sql: Sql, since: Date): Promise<string[]> {
  const rows = await sql<{ account: string }[]>`
    select unnest(array[file_account, evm_settler]) as account from operator_wallet where file_seen_at > ${since}`;
  return rows.map(({ account }) => account);
}

/** Nothing new is sent on EVM chains from here on. No-op if it is set already. */
export async function updateNextOperator(sql: Sql, from: string, to: string | null): Promise<void> {
  await sql`update operator_wallet set evm_next_operator = ${to} where evm_operator = ${from}`;
}

/** What has to end before another operator signs: its transactions, and routes, whose money is at its address. */
export async function countOfOperator(sql: Sql): Promise<{ transactions: number; routes: number }> {
  const [row] = await sql<{ transactions: number; routes: number }[]>`
    select (select count(*)::int from transfer_batches where status = 'open') as transactions,
      (select count(*)::int from routes where status in ('processing', 'stuck') and environment = 'live') as routes`;
  return row ?? { transactions: 0, routes: 0 };
}

/** False if a transaction of the old operator is open, or the operator has changed meanwhile. */
export async function updateOperator(sql: Sql, from: string, to: string): Promise<boolean> {
  const rows = await sql`
    update operator_wallet set evm_operator = ${to}, evm_next_operator = null
    where evm_operator = ${from} and evm_next_operator = ${to}
      and not exists (select from transfer_batches where status = 'open')
    returning 1`;
  return rows.length > 0;
}

/** Nothing new is sent on Solana from here on; null ends that. No-op if it is set already. */
export async function updateNextTreasury(sql: Sql, from: string, to: string | null): Promise<void> {
  await sql`update operator_wallet set solana_next_treasury = ${to} where solana_treasury = ${from}`;
}

/** False if a payment by signature is open, or the settler has changed meanwhile. */
export async function updateSettler(sql: Sql, from: string, to: string): Promise<boolean> {
  const rows = await sql`
    update operator_wallet set evm_settler = ${to}
    where evm_settler = ${from}
      and not exists (select from transfer_batches where status = 'open' and call = 'settle')
    returning 1`;
  return rows.length > 0;
}

/** What has to end before another treasury signs: its transactions, and routes, whose bridges bring money to it. */
export async function countOfTreasury(sql: Sql): Promise<{ transactions: number; routes: number }> {
  const [row] = await sql<{ transactions: number; routes: number }[]>`
    select (select count(*)::int from solana_batches where status = 'open') as transactions,
      (select count(*)::int from routes where status in ('processing', 'stuck') and environment = 'live') as routes`;
  return row ?? { transactions: 0, routes: 0 };
}

/** False if a transaction of the old treasury is open, or the treasury has changed meanwhile. */
export async function updateTreasury(tx: Sql, from: string, to: string, now: Date): Promise<boolean> {
  const rows = await tx`
    with moved as (
      update operator_wallet set solana_treasury = ${to}, solana_next_treasury = null
      where solana_treasury = ${from} and solana_next_treasury = ${to}
        and not exists (select from solana_batches where status = 'open')
      returning 1
    ), back as (
      delete from former_treasuries where address = ${to} and exists (select from moved)
    )
    insert into former_treasuries (address, left_at) select ${from}, ${now} from moved
    on conflict (address) do update set left_at = excluded.left_at returning 1`;
  return rows.length > 0;
}
