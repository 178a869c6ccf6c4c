import type {
  ChainAdapter,
  DepositReport,
  ObservedTransaction,
  TransactionState,
} from '../../chains/adapter.ts';
import { type ChainId, chains } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Sql } from '../../platform/db/client.ts';
import { simulatedAddress } from './addresses.ts';
import { type SimulatedTransaction, selectByReceivers } from './simulated-transaction.ts';

/** A simulated chain: the ledger is a table, and confirmations follow the clock. */
export function createSimulatedAdapter(sql: Sql, clock: Clock, chain: ChainId): ChainAdapter {
  return {
    chain,
    depositAddress: async (paymentId) => simulatedAddress(chain, paymentId),

    async observe(deposits) {
      const asOf = clock.now();
      const rows = await selectByReceivers(
        sql,
        chain,
        deposits.map((deposit) => deposit.address),
      );
      const now = clock.now();
      const byReceiver = new Map<string, SimulatedTransaction[]>();
      for (const row of rows)
        byReceiver.set(row.to_address, [...(byReceiver.get(row.to_address) ?? []), row]);
      return deposits.map((deposit): DepositReport => {
        const arrived = (byReceiver.get(deposit.address) ?? []).filter((row) => row.token === deposit.token);
        return {
          depositId: deposit.depositId,
          transactions: arrived.map((row) => observed(row, now)),
          asOf,
          askAgainAt: earliest(arrived.map((row) => row.final_at).filter((at) => at > now)),
        };
      });
    },
  };
}

function observed(row: SimulatedTransaction, now: Date): ObservedTransaction {
  return {
    txHash: row.tx_hash,
    payerAddress: row.from_address,
    at: null,
    units: BigInt(row.token_units),
    status: stateOf(row, now),
  };
}

function stateOf(row: SimulatedTransaction, now: Date): TransactionState {
  const required = chains[row.chain as ChainId].confirmations;
  if (row.final_at > now) {
    const part =
      (now.getTime() - row.broadcast_at.getTime()) / (row.final_at.getTime() - row.broadcast_at.getTime());
    return { state: 'seen', confirmations: Math.max(0, Math.floor(required * part)) };
  }
  if (row.failure_reason !== null) {
    return {
      state: 'reverted',
      failureReason: row.failure_reason,
      failureMessage: row.failure_message ?? '',
    };
  }
  return { state: 'final', confirmations: required };
}

function earliest(dates: Date[]): Date | null {
  return dates.length > 0 ? new Date(Math.min(...dates.map((date) => date.getTime()))) : null;
}
