import type { Sql } from '../../platform/db/client.ts';

export interface SimulatedTransaction {
  tx_hash: string;
  chain: string;
  token: string;
  token_units: string;
  from_address: string;
  to_address: string;
  broadcast_at: Date;
  final_at: Date;
  failure_reason: string | null;
  failure_message: string | null;
}

/** Idempotent, like broadcasting on a real chain. */
export async function insertTransactions(sql: Sql, rows: SimulatedTransaction[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into simulated_transactions (tx_hash, chain, token, token_units, from_address, to_address, broadcast_at,
      final_at, failure_reason, failure_message)
    select * from unnest(
      ${rows.map((r) => r.tx_hash)}::text[], ${rows.map((r) => r.chain)}::text[], ${rows.map((r) => r.token)}::text[],
      ${rows.map((r) => r.token_units)}::numeric[], ${rows.map((r) => r.from_address)}::text[],
      ${rows.map((r) => r.to_address)}::text[], ${rows.map((r) => r.broadcast_at.toISOString())}::timestamptz[],
      ${rows.map((r) => r.final_at.toISOString())}::timestamptz[], ${rows.map((r) => r.failure_reason)}::text[],
      ${rows.map((r) => r.failure_message)}::text[])
    on conflict (tx_hash) do nothing`;
}

export async function selectByReceivers(
  sql: Sql,
  addresses: readonly string[],
): Promise<SimulatedTransaction[]> {
  return sql<SimulatedTransaction[]>`
    select * from simulated_transactions
    where to_address = any(${[...addresses]}::text[]) order by broadcast_at, tx_hash`;
}

export async function selectByHash(sql: Sql, txHash: string): Promise<SimulatedTransaction | undefined> {
  const [row] = await sql<
    SimulatedTransaction[]
  >`select * from simulated_transactions where tx_hash = ${txHash}`;
  return row;
}

/** Whether any transaction was sent to these addresses, detected or not. */
export async function anyTransactionTo(sql: Sql, addresses: string[]): Promise<boolean> {
  const rows = await sql`
    select 1 from simulated_transactions where to_address = any(${addresses}::text[]) limit 1`;
  return rows.length > 0;
}

/** Ends pending transactions to these addresses now, as successes or reverts. Returns how many there were. */
export async function finishTransactions(
  sql: Sql,
  addresses: string[],
  now: Date,
  failure: { failureReason: string; failureMessage: string } | null,
): Promise<number> {
  const result = await sql`
    update simulated_transactions set final_at = ${now}, failure_reason = ${failure?.failureReason ?? null},
      failure_message = ${failure?.failureMessage ?? null}
    where to_address = any(${addresses}::text[]) and final_at > ${now}`;
  return result.count;
}
