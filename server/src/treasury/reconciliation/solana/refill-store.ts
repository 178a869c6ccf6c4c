import type { Sql } from '../../../platform/db/client.ts';

/** The slot up to which everything on Solana is read and final; null before, and while it is halted. */
export async function selectFinalSlot(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ slot: bigint | null }[]>`
    select least(number, final_number) as slot from chain_cursors where chain = 'solana' and halted_at is null`;
  return row?.slot == null ? null : Number(row.slot);
}

/** From which slot to which the transactions of a cold address were read; null before. */
export async function selectRefillsRead(
  sql: Sql,
  address: string,
): Promise<{ from: number; to: number } | null> {
  const [row] = await sql<{ from: bigint | null; to: bigint | null }[]>`
    select known_slot as from, read_slot as to from cold_addresses where address = ${address}`;
  return row?.from == null || row.to == null ? null : { from: Number(row.from), to: Number(row.to) };
}

export async function updateRefillsRead(
  tx: Sql,
  address: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx`
    update cold_addresses set known_slot = coalesce(known_slot, ${from}), read_slot = ${to}
    where address = ${address} and coalesce(read_slot < ${to}, true)`;
}
