import type { Sql } from '../../platform/db/client.ts';
import type { WalletRow } from './wallet-row.ts';

export async function selectWallet(sql: Sql): Promise<WalletRow | undefined> {
  const [row] = await sql<WalletRow[]>`
    select evm_operator, evm_vault, evm_settler, solana_treasury, solana_fee_payer, solana_trader, created_at from operator_wallet`;
  return row;
}

/** False when there is one already. */
export async function insertWallet(sql: Sql, row: WalletRow): Promise<boolean> {
  const rows = await sql`
    insert into operator_wallet (evm_operator, evm_vault, evm_settler, solana_treasury, solana_fee_payer, solana_trader, created_at)
    values (${row.evm_operator}, ${row.evm_vault}, ${row.evm_settler}, ${row.solana_treasury}, ${row.solana_fee_payer},
      ${row.solana_trader}, ${row.created_at})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}
