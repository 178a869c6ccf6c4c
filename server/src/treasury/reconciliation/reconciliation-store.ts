import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

/** Units as text. */
export interface StoredDifference {
  token: string;
  difference: string;
  unfinal: string;
  accounts: { kind: string; ledger: string; on_chain: string }[];
}

/** Claims due chains until `until`. If the worker is killed, they become due again then. */
export async function claimReconciliations(
  sql: Sql,
  chains: readonly ChainId[],
  now: Date,
  until: Date,
): Promise<ChainId[]> {
  const rows = await sql<{ chain: ChainId }[]>`
    insert into ledger_reconciliations as r (chain, due_at)
    select chain, ${until} from unnest(${chains}::text[]) as chain order by chain
    on conflict (chain) do update set due_at = excluded.due_at where r.due_at <= ${now}
    returning chain`;
  return rows.map(({ chain }) => chain);
}

export async function nextReconciliation(sql: Sql, chains: readonly ChainId[]): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from ledger_reconciliations where chain = any(${chains}::text[])`;
  return row?.at ?? null;
}

/** Returns the differences of the previous comparison. */
export async function upsertReconciliation(
  sql: Sql,
  row: {
    chain: ChainId;
    now: Date;
    dueAt: Date;
    blockNumber: number;
    blockTime: Date | null;
    isStopped: boolean;
    differences: StoredDifference[];
  },
): Promise<StoredDifference[] | undefined> {
  const [found] = await sql<{ differences: StoredDifference[] | null }[]>`
    with before as (select differences from ledger_reconciliations where chain = ${row.chain})
    insert into ledger_reconciliations as r (chain, due_at, checked_at, block_number, block_time, payouts_stopped_at,
      differences)
    values (${row.chain}, ${row.dueAt}, ${row.now}, ${row.blockNumber}, ${row.blockTime}, ${row.isStopped ? row.now : null},
      ${JSON.stringify(row.differences)}::text::json)
    on conflict (chain) do update set due_at = excluded.due_at, checked_at = excluded.checked_at,
      block_number = excluded.block_number, block_time = excluded.block_time, differences = excluded.differences,
      payouts_stopped_at = case when excluded.payouts_stopped_at is not null
        then coalesce(r.payouts_stopped_at, excluded.payouts_stopped_at) end
    returning (select differences from before) as differences`;
  return found?.differences ?? undefined;
}

/** Chains without payouts: less is there than the ledger says. */
export async function selectStoppedChains(sql: Sql): Promise<ChainId[]> {
  const rows = await sql<{ chain: ChainId }[]>`
    select chain from ledger_reconciliations where payouts_stopped_at is not null order by chain`;
  return rows.map(({ chain }) => chain);
}

export interface ReconciledRow {
  chain: ChainId;
  checked_at: Date;
  /** Null where comparisons are not made at a block. */
  block_time: Date | null;
  is_stopped: boolean;
}

/** The newest comparison of each chain, and whether it found less there than the ledger says. */
export async function selectReconciledChains(sql: Sql): Promise<ReconciledRow[]> {
  return sql<ReconciledRow[]>`
    select chain, checked_at, block_time, payouts_stopped_at is not null as is_stopped
    from ledger_reconciliations where checked_at is not null`;
}

/** Makes the comparison of these chains due now. */
export async function updateReconciliationDue(
  sql: Sql,
  chains: readonly ChainId[],
  now: Date,
): Promise<void> {
  await sql`
    update ledger_reconciliations set due_at = ${now} where chain = any(${[...chains]}::text[]) and due_at > ${now}`;
}
