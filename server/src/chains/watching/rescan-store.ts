import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

/** Due at once, also one that waits for its next try. */
export async function upsertDueRescans(
  tx: Sql,
  chain: ChainId,
  blocks: readonly number[],
  now: Date,
): Promise<void> {
  if (blocks.length === 0) return;
  await tx`
    insert into due_rescans (chain, block_number, due_at)
    select ${chain}, number, ${now}::timestamptz from unnest(${[...new Set(blocks)]}::bigint[]) as number
    on conflict (chain, block_number) do update set due_at = excluded.due_at`;
}

/** The longest waiting ones first. */
export async function selectDueRescans(
  sql: Sql,
  chain: ChainId,
  now: Date,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ block_number: bigint }[]>`
    select block_number from due_rescans where chain = ${chain} and due_at <= ${now}
    order by due_at, block_number limit ${limit}`;
  return rows.map(({ block_number }) => Number(block_number));
}

export async function postponeRescans(
  sql: Sql,
  chain: ChainId,
  blocks: readonly number[],
  until: Date,
): Promise<void> {
  await sql`
    update due_rescans set due_at = ${until} where chain = ${chain} and block_number = any(${[...blocks]}::bigint[])`;
}

export async function deleteDueRescans(
  tx: Sql,
  chain: ChainId,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx`delete from due_rescans where chain = ${chain} and block_number between ${from} and ${to}`;
}
