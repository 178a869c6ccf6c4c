import type { ChainFamily } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { Owner } from '../owner.ts';

export interface WalletRow extends Owner {
  wallet_id: string;
  family: ChainFamily;
  address: string;
  created_at: Date;
  holds_from: Date;
  /** When it was withdrawn or replaced before it took effect. */
  cancelled_at: Date | null;
  member_email: string | null;
}

/** All wallets including past ones, newest first. */
export async function selectWallets(sql: Sql, own: Owner, limit: number): Promise<WalletRow[]> {
  return sql<WalletRow[]>`
    select * from payout_wallets where merchant_id = ${own.merchant_id} and environment = ${own.environment}
    order by created_at desc, wallet_id desc limit ${limit}`;
}

/** Wallets in effect, and those that will be. */
export async function selectStandingWallets(sql: Sql, own: Owner, now: Date): Promise<WalletRow[]> {
  return sql<WalletRow[]>`
    select * from payout_wallets w
    where merchant_id = ${own.merchant_id} and environment = ${own.environment} and cancelled_at is null
      and not exists (
        select from payout_wallets later
        where later.merchant_id = w.merchant_id and later.environment = w.environment and later.family = w.family
          and later.cancelled_at is null and later.holds_from > w.holds_from and later.holds_from <= ${now})
    order by family, holds_from`;
}

export async function insertWallet(tx: Sql, row: WalletRow): Promise<void> {
  await tx`
    insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from,
      member_email)
    values (${row.wallet_id}, ${row.merchant_id}, ${row.environment}, ${row.family}, ${row.address}, ${row.created_at},
      ${row.holds_from}, ${row.member_email})`;
}

export async function updateCancelled(tx: Sql, walletId: string, now: Date): Promise<void> {
  await tx`update payout_wallets set cancelled_at = ${now} where wallet_id = ${walletId} and holds_from > ${now}`;
}
