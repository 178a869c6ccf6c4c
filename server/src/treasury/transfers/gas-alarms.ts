import type { Context } from '../../app/context.ts';
import { type ChainId, chains } from '../../lib/chains/registry.ts';
import { minuteMs } from '../../lib/durations.ts';
import { upsertGasLevel } from './evm/batch-store.ts';

const lowBelow = 50;
const stuckAfterMs = 30 * minuteMs;

interface OpenBatch {
  batch_id: string;
  created_at: Date;
}

/** Logs and meters low gas and stuck batches. Logs on change only. */
export interface Alarms {
  /** `cost` is the gas of one payment. */
  noteGas(balance: bigint, cost: bigint): Promise<void>;
  noteOpen(batches: readonly OpenBatch[]): void;
}

export function createAlarms(
  { log, metrics, clock, db }: Context,
  chain: { id: ChainId },
  payer: string,
): Alarms {
  const labels = { chain: chain.id };
  const native = chains[chain.id].tokens[0];
  let wasLow: boolean | null = null;
  let notedMs = Number.NEGATIVE_INFINITY;
  const stuck = new Set<string>();
  return {
    async noteGas(balance, cost) {
      const left = Number(balance / (cost + 1n));
      metrics.transfers.gasBalance.set(labels, Number(balance) / 10 ** (native?.decimals ?? 18));
      metrics.transfers.gasLeft.set(labels, left);
      const isLow = left < lowBelow;
      if (isLow && !wasLow)
        log.error({ ...labels, left, payer }, `low gas: send ${native?.symbol} to ${payer}`);
      if (!isLow && wasLow) log.info({ ...labels, left }, 'gas is enough again');
      if (isLow !== wasLow || clock.nowMs() - notedMs >= minuteMs) {
        await upsertGasLevel(db, chain.id, { isLow, units: balance, left }, clock.now());
        notedMs = clock.nowMs();
      }
      wasLow = isLow;
    },
    noteOpen(batches) {
      const old = batches.filter(({ created_at }) => clock.nowMs() - created_at.getTime() > stuckAfterMs);
      metrics.transfers.stuck.set(labels, old.length);
      for (const { batch_id: batchId } of old) {
        if (stuck.has(batchId)) continue;
        stuck.add(batchId);
        log.error({ ...labels, batchId }, 'transfers are stuck');
      }
      const ids = new Set(old.map(({ batch_id }) => batch_id));
      for (const id of stuck) if (!ids.has(id)) stuck.delete(id);
    },
  };
}
