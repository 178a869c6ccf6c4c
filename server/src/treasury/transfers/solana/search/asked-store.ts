import type { Sql } from '../../../../platform/db/client.ts';
import type { NamingPayment } from '../solana-sender.ts';

interface AskedRow {
  tx_hash: string;
  token: string;
  to_address: string | null;
  units: string;
  slot: bigint;
  keys: string[];
}

/** Payments that open transfers ask for, and that the marks have passed. */
export async function selectAsked(sql: Sql): Promise<NamingPayment[]> {
  const rows = await sql<
    AskedRow[]
  >`select tx_hash, token, to_address, units::text, slot, keys from asked_payments`;
  return rows.map(({ tx_hash, token, to_address, units, slot, keys }) => ({
    key: tx_hash,
    txHash: tx_hash,
    token,
    toAddress: to_address,
    units: BigInt(units),
    blockNumber: Number(slot),
    isFinal: true,
    keys,
  }));
}

export async function insertAsked(tx: Sql, payments: readonly NamingPayment[]): Promise<void> {
  for (const { txHash, token, toAddress, units, blockNumber, keys } of payments)
    await tx`
      insert into asked_payments (tx_hash, token, to_address, units, slot, keys)
      values (${txHash}, ${token}, ${toAddress}, ${units.toString()}::numeric, ${blockNumber}, ${[...keys]}::text[])
      on conflict do nothing`;
}

export async function deleteAsked(tx: Sql, hashes: readonly string[]): Promise<void> {
  await tx`delete from asked_payments where tx_hash = any(${[...hashes]}::text[])`;
}
