import type { Arrival, FailedTransaction, Report } from '../../chains/adapter.ts';
import { type ChainId, chainIds, type Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type SimulatedTransaction, selectByReceivers } from './simulated-transaction.ts';

/** The simulated chains as their table has them: transactions are seen at once, and the clock makes them final. */
export async function simulatedReport(sql: Sql, now: Date, addresses: readonly string[]): Promise<Report> {
  const rows = await selectByReceivers(sql, addresses);
  return {
    arrivals: rows.filter((row) => !hasFailed(row, now)).map((row) => arrivalOf(row, now)),
    failures: rows.filter((row) => hasFailed(row, now)).map(failureOf),
    readUntil: new Map(chainIds.map((chain) => [chain, now])),
  };
}

function hasFailed({ failure_reason, final_at }: SimulatedTransaction, now: Date): boolean {
  return failure_reason !== null && final_at <= now;
}

function arrivalOf(row: SimulatedTransaction, now: Date): Arrival {
  const isFinal = row.final_at <= now;
  return {
    arrival_id: row.tx_hash,
    chain: row.chain as ChainId,
    token: row.token as Token,
    asset: null,
    address: row.to_address,
    payer_address: row.from_address,
    units: row.token_units,
    tx_hash: row.tx_hash,
    block_time: null,
    state: isFinal ? 'final' : 'seen',
    seen_at: row.broadcast_at,
    in_treasury: false,
    is_passed: isFinal,
    final_at: row.final_at,
  };
}

function failureOf(row: SimulatedTransaction): FailedTransaction {
  return {
    chain: row.chain as ChainId,
    token: row.token as Token,
    address: row.to_address,
    tx_hash: row.tx_hash,
    payer_address: row.from_address,
    units: row.token_units,
    reason: row.failure_reason ?? '',
    message: row.failure_message ?? '',
  };
}
