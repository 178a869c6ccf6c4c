import type { Sql } from '../../../platform/db/client.ts';

export async function selectTaken(sql: Sql, paymentId: string): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    select address from solana_addresses where payment_id = ${paymentId}`;
  return row?.address ?? null;
}

/** The payment's address, or the next free one. Null when none is free, or when the payment got one at this moment. */
export async function takeFree(sql: Sql, paymentId: string, now: Date): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    update solana_addresses set payment_id = ${paymentId}, taken_at = ${now}
    where index = (
      select index from solana_addresses where payment_id is null order by index limit 1 for update skip locked)
      and not exists (select from solana_addresses where payment_id = ${paymentId})
    returning address`;
  return row?.address ?? null;
}

export async function countFree(sql: Sql): Promise<number> {
  const [row] = await sql<{ free: bigint }[]>`
    select count(*) as free from solana_addresses where payment_id is null`;
  return Number(row?.free ?? 0);
}

export async function nextIndex(sql: Sql): Promise<number> {
  const [row] = await sql<
    { next: number }[]
  >`select coalesce(max(index) + 1, 0) as next from solana_addresses`;
  return row?.next ?? 0;
}

/** Two workers make the same addresses: one of them is enough. */
export async function insertAddresses(
  sql: Sql,
  rows: readonly { index: number; address: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into solana_addresses (index, address, made_at)
    select *, ${now}::timestamptz from unnest(
      ${rows.map(({ index }) => index)}::integer[], ${rows.map(({ address }) => address)}::text[])
    on conflict do nothing`;
}

/** Marks the free addresses up to this index as taken, by no payment; all for null. Returns their indexes. */
export async function updateFreeSkipped(sql: Sql, upTo: number | null = null): Promise<number[]> {
  const rows = await sql<{ index: number }[]>`
    with skipped as (
      update solana_addresses set payment_id = 'skipped ' || index 
      where payment_id is null and (${upTo}::integer is null or index <= ${upTo}) returning index
    )
    select index from skipped order by index`;
  return rows.map(({ index }) => index);
}

/** Skipped addresses, the newest first. */
export async function selectSkipped(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select address from solana_addresses where payment_id like 'skipped %' order by index desc limit ${limit}`;
  return rows.map(({ address }) => address);
}

/** Gives a skipped address to the payment that had it before a restore. */
export async function updateSkippedTaken(
  tx: Sql,
  address: string,
  paymentId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update solana_addresses set payment_id = ${paymentId}, taken_at = ${now}
    where address = ${address} and payment_id like 'skipped %' returning 1`;
  return rows.length > 0;
}

/** The next addresses that payments get, in order. */
export async function selectNextFree(sql: Sql, limit: number): Promise<{ index: number; address: string }[]> {
  return sql<{ index: number; address: string }[]>`
    select index, address from solana_addresses where payment_id is null order by index limit ${limit}`;
}

/** When a payment last took an address. */
export async function selectLastTaken(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select max(taken_at) as at from solana_addresses`;
  return row?.at ?? null;
}
