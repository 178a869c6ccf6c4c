import type { Sql } from '../../platform/db/client.ts';

/** The slot up to which everything on Solana is read and final; null before, and while it is halted. */
export async function selectFinalSlot(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ slot: bigint | null }[]>`
    select least(number, final_number) as slot from chain_cursors where chain = 'solana' and halted_at is null`;
  return row?.slot == null ? null : Number(row.slot);
}

/** The slot up to which the transactions of a cold address were read; null before. */
export async function selectRefillsRead(sql: Sql, address: string): Promise<number | null> {
  const [row] = await sql<{ slot: bigint | null }[]>`
    select read_slot as slot from cold_addresses where address = ${address}`;
  return row?.slot == null ? null : Number(row.slot);
}

export async function updateRefillsRead(tx: Sql, address: string, slot: number): Promise<void> {
  await tx`
    update cold_addresses set read_slot = ${slot}
    where address = ${address} and coalesce(read_slot < ${slot}, true)`;
}
